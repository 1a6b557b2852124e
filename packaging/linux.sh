#!/usr/bin/env bash
# Builds the packages for Linux in dist/linux: a tar, to be unpacked in / or ~/.local, and a .deb
# where dpkg-deb is at hand. Both have the program, its icon and an entry for the desktop's menu,
# which offers the program for JSON files. What is behind -- is passed on to cargo.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
. packaging/common.sh

machine="$(uname -m)"
name="$program-$version-linux-$machine"
out=dist/linux

cargo build --locked --release --bin "$program" "$@"

stage="$out/$name"
rm -rf "$out"
install -D -m 755 "$built/release/$program" "$stage/bin/$program"
! command -v strip >/dev/null || strip "$stage/bin/$program"
install -D -m 644 packaging/ragdoll-lab.desktop "$stage/share/applications/ragdoll-lab.desktop"
install -D -m 644 packaging/ragdoll-lab.png "$stage/share/icons/hicolor/256x256/apps/ragdoll-lab.png"
install -D -m 644 packaging/ragdoll-lab.svg "$stage/share/icons/hicolor/scalable/apps/ragdoll-lab.svg"
install -D -m 644 -t "$stage/share/doc/$program" LICENSE-APACHE LICENSE-MIT README.md
tar -C "$out" --owner=0 --group=0 -czf "$out/$name.tar.gz" "$name"
echo "$out/$name.tar.gz is $(size_of "$out/$name.tar.gz")"

if ! command -v dpkg-deb >/dev/null; then
    echo "no dpkg-deb here, so no .deb"
    exit
fi
architecture="$(dpkg --print-architecture)"
package="$out/${program}_${version}_$architecture"
mkdir -p "$package/DEBIAN"
cp -r "$stage" "$package/usr"
# The libraries of the window are opened when it is; so they are no dependencies of the file.
cat >"$package/DEBIAN/control" <<END
Package: $program
Version: $version
Architecture: $architecture
Maintainer: Ragdoll Lab
Section: science
Priority: optional
Installed-Size: $(du -sk "$package/usr" | cut -f 1)
Depends: libc6 (>= $(oldest_libc "$stage/bin/$program")), libgcc-s1
Recommends: libx11-6, libxi6, libxkbcommon0, libgl1, libegl1, libgl1-mesa-dri
Description: Ragdoll sandbox with an exact, reproducible physics core
 Throw balls at ragdolls, edit their joints, and see why they move as they do.
END
dpkg-deb --root-owner-group --build "$package" "$package.deb" >/dev/null
rm -rf "$package"
echo "$package.deb is $(size_of "$package.deb")"
