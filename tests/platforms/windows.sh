#!/usr/bin/env bash
# Whether the program of dist/windows has the bits of the native one, under Wine, and shows a
# picture. Usage: windows.sh [PROGRAM], the native one. Builds dist/windows if it is not there.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
. tests/platforms/common/checks.sh

compgen -G 'dist/windows/*/ragdoll-lab.exe' >/dev/null || bash packaging/windows.sh
native="${1:-}"
exe="$(realpath dist/windows/*/ragdoll-lab.exe)"
wine="$(command -v wine64 || command -v wine || echo /usr/lib/wine/wine64)"

place="$(realpath -m "${CARGO_TARGET_DIR:-target}")/wine"
export WINEPREFIX="$place/prefix" HOME="$place/home" WINEDEBUG=-all
# No offers to install .NET or a browser, no entries in the menu of this desktop.
export WINEDLLOVERRIDES="mscoree,mshtml=;winemenubuilder.exe=d"
mkdir -p "$HOME"
if [ ! -e "$WINEPREFIX/drive_c/windows/system32/kernel32.dll" ]; then
    echo "-- a place for Windows"
    "$wine" wineboot -i >/dev/null 2>&1
fi
# Wine has this library since 8.13; Rust's standard library seeds its tables with it.
random="$WINEPREFIX/drive_c/windows/system32/bcryptprimitives.dll"
if [ ! -e "$random" ]; then
    x86_64-w64-mingw32-gcc -shared -O2 -o "$random" tests/platforms/bcryptprimitives.c -ladvapi32
fi

echo "-- the command line"
lab=("$wine" "$exe")
same_exit_codes "${lab[@]}"
same_hashes "${lab[@]}"
[ -z "$native" ] || same_drops "$native" "${lab[@]}"
# No shell of Windows replaces the star.
"${lab[@]}" check 'scenes\mx-*.json' </dev/null >/dev/null
echo "a pattern is replaced by the files that fit"

if [ -z "${DISPLAY:-}" ] && ! command -v Xvfb >/dev/null; then
    echo "skipped: no display for a picture"
    exit
fi
echo "-- a picture"
folder="$(mktemp -d)"
trap 'rm -rf "$folder"' EXIT
shot=("${lab[@]}" shot first-throw --at 0.5 --size 640x400 -o "$(wine_path "$folder/shot.png")")
if [ -z "${DISPLAY:-}" ]; then
    shot=(xvfb-run -a -s "-screen 0 1280x720x24" "${shot[@]}")
fi
"${shot[@]}" </dev/null
[ "$(wc -c <"$folder/shot.png")" -gt 10000 ] || { echo "there is next to nothing in the picture"; exit 1; }
echo "a picture of $(wc -c <"$folder/shot.png") bytes"
if [ -n "${RAGDOLL_LAB_PICTURES:-}" ]; then
    mkdir -p "$RAGDOLL_LAB_PICTURES"
    cp "$folder/shot.png" "$RAGDOLL_LAB_PICTURES/windows.png"
fi
