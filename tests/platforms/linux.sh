#!/usr/bin/env bash
# Whether the packages of dist/linux install on a Debian that has nothing else, and the program
# starts there with its window and has the bits of tests/data/hashes.json. Builds dist/linux if it is not
# there. Needs root and debootstrap; without, the tar is tried on this system.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
. tests/platforms/common/checks.sh

compgen -G 'dist/linux/*.tar.gz' >/dev/null || bash packaging/linux.sh

echo "-- the tar"
unpacked="$(mktemp -d)"
trap 'rm -rf "$unpacked"' EXIT
tar -C "$unpacked" -xzf dist/linux/*.tar.gz
lab=("$unpacked"/*/bin/ragdoll-lab)
same_exit_codes "${lab[@]}"
same_hashes "${lab[@]}"
if command -v desktop-file-validate >/dev/null; then
    desktop-file-validate "$unpacked"/*/share/applications/ragdoll-lab.desktop
fi

if ! compgen -G 'dist/linux/*.deb' >/dev/null; then
    echo "skipped: no .deb was built"
    exit
fi
if [ "$(id -u)" -ne 0 ] || ! command -v debootstrap >/dev/null; then
    echo "skipped: no root or no debootstrap, so no system without anything"
    exit
fi
echo "-- the .deb in a new system"
read -r mirror release < <(apt-get indextargets --format '$(REPO_URI) $(CODENAME)' 'Created-By: Packages' | head -n 1)
root="$unpacked/root"
debootstrap --variant=minbase --force-check-gpg "$release" "$root" "$mirror" >"$unpacked/log" 2>&1 ||
    { tail -n 20 "$unpacked/log"; exit 1; }
cp /etc/resolv.conf "$root/etc/resolv.conf"
# Whatever is between this machine and the mirror.
cp -r /etc/apt/apt.conf.d/. "$root/etc/apt/apt.conf.d/"
cp dist/linux/*.deb "$root/tmp/package.deb"
inside() { chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root DEBIAN_FRONTEND=noninteractive "$@"; }
inside apt-get -qq update
inside apt-get -qq install -y /tmp/package.deb xvfb xauth >"$unpacked/log" 2>&1 ||
    { tail -n 20 "$unpacked/log"; exit 1; }
inside ragdoll-lab --version
inside xvfb-run -a -s "-screen 0 1280x720x24" ragdoll-lab first-throw --frames 30 --screenshot /tmp/shot.png
[ "$(wc -c <"$root/tmp/shot.png")" -gt 10000 ] || { echo "there is next to nothing in the picture"; exit 1; }
echo "installed, and its window was open for 30 frames"
if [ -n "${RAGDOLL_LAB_PICTURES:-}" ]; then
    mkdir -p "$RAGDOLL_LAB_PICTURES"
    cp "$root/tmp/shot.png" "$RAGDOLL_LAB_PICTURES/linux.png"
fi
