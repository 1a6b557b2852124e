#!/usr/bin/env bash
# Builds the package for Windows: dist/windows/ragdoll-lab-VERSION-windows-x86_64.zip, with the
# program, its licences and the manual.
#
# Needs mingw-w64 (Debian: gcc-mingw-w64-x86-64) and rustup's target x86_64-pc-windows-gnu, which
# it adds if it can; on Debian without one, see packaging/debian-rust.sh. What is behind -- is
# passed on to cargo.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
. packaging/common.sh

target=x86_64-pc-windows-gnu
mingw=x86_64-w64-mingw32
name="$program-$version-windows-x86_64"
out=dist/windows

command -v "$mingw-gcc" >/dev/null || fail "$mingw-gcc is not installed (Debian: gcc-mingw-w64-x86-64)"
command -v zip >/dev/null || fail "zip is not installed"
prepare_target "$target"

# Icon and version, as the file manager shows them.
resource="$(realpath -m "$built")/$target/$program-resource.o"
mkdir -p "$(dirname "$resource")"
numbers="$(tr . , <<<"$version"),0"
"$mingw-windres" -o "$resource" <<RESOURCE
1 ICON "packaging/ragdoll-lab.ico"
1 VERSIONINFO
FILEVERSION $numbers
PRODUCTVERSION $numbers
BEGIN
    BLOCK "StringFileInfo"
    BEGIN
        BLOCK "040904b0"
        BEGIN
            VALUE "FileDescription", "Ragdoll Lab"
            VALUE "ProductName", "Ragdoll Lab"
            VALUE "FileVersion", "$version"
            VALUE "ProductVersion", "$version"
            VALUE "LegalCopyright", "MIT or Apache-2.0"
        END
    END
    BLOCK "VarFileInfo"
    BEGIN
        VALUE "Translation", 0x409, 1200
    END
END
RESOURCE

export CARGO_TARGET_X86_64_PC_WINDOWS_GNU_LINKER="$mingw-gcc"
export CARGO_TARGET_X86_64_PC_WINDOWS_GNU_RUSTFLAGS="-Clink-arg=$resource"
cargo build --locked --release --target "$target" --bin "$program" "$@"

stage="$out/$name"
rm -rf "$out"
mkdir -p "$stage"
"$mingw-strip" -o "$stage/$program.exe" "$built/$target/release/$program.exe"
cp LICENSE-APACHE LICENSE-MIT README.md "$stage/"
(cd "$out" && zip -q -r -9 "$name.zip" "$name")

echo "$out/$name.zip is $(size_of "$out/$name.zip"), unpacked $(size_of "$stage/$program.exe")"
