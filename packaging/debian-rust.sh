#!/usr/bin/env bash
# Makes Debian's compiler for other systems usable where rustup cannot fetch a target.
#
#   eval "$(packaging/debian-rust.sh TARGET)"    TARGET: wasm32-unknown-unknown or x86_64-pc-windows-gnu
#
# Unpacks the packages of rustc-web into a folder (nothing is installed, so rustup's compiler stays
# what it was), builds the standard library for TARGET once from its source, and prints what a
# shell must export so that a plain `cargo build --target TARGET` uses both. About 900 MB of disk.
# DEBIAN_RUST=FOLDER says where; by default a folder inside cargo's target folder.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

target="${1-}"
place="$(realpath -m "${DEBIAN_RUST:-${CARGO_TARGET_DIR:-target}/debian-rust}")"
system="$place/root/usr"
libraries="$system/lib/x86_64-linux-gnu"

fail() {
    printf 'debian-rust.sh: %s\n' "$*" >&2
    exit 1
}

case "$target" in
wasm32-unknown-unknown) panic=panic_abort ;;
x86_64-pc-windows-gnu) panic=panic_unwind ;;
*) fail "usage: packaging/debian-rust.sh wasm32-unknown-unknown | x86_64-pc-windows-gnu" ;;
esac

# What a package asks for whose name begins so; the names carry versions.
depends() {
    apt-cache depends "$1" | awk -v start="$2" '$1 == "Depends:" && index($2, start) == 1 { print $2; exit }'
}

unpack() {
    command -v apt-get >/dev/null || fail "this is not Debian; rustup target add $target"
    [ -n "$(apt-cache search --names-only '^rustc-web$')" ] || apt-get -qq update >&2 || true
    local runtime llvm
    runtime="$(depends libstd-rust-web-dev libstd-rust-web-)"
    llvm="$(depends "${runtime:-none}" libllvm)"
    [ -n "$llvm" ] || fail "no package rustc-web here; rustup target add $target"
    rm -rf "$place/packages"
    mkdir -p "$place/packages"
    (
        cd "$place/packages"
        apt-get -qq download rustc-web libstd-rust-web-dev rust-web-src "$runtime" "$llvm" >&2
        for package in *.deb; do
            dpkg -x "$package" ../root
        done
    )
    rm -rf "$place/packages"
    # Only this program is to load its libraries.
    cat >"$place/rustc" <<END
#!/bin/sh
LD_LIBRARY_PATH='$libraries' exec '$system/bin/rustc' "\$@"
END
    chmod +x "$place/rustc"
}

build_standard_library() {
    local empty="$place/empty" folder
    mkdir -p "$empty/src"
    printf '[package]\nname = "empty"\nversion = "0.1.0"\nedition = "2021"\n[lib]\n[workspace]\n' \
        >"$empty/Cargo.toml"
    : >"$empty/src/lib.rs"
    # RUSTC_BOOTSTRAP lets the stable compiler build its own library, and nothing else here.
    (
        cd "$empty"
        RUSTC="$place/rustc" RUSTC_BOOTSTRAP=1 CARGO_TARGET_DIR="$empty/target" \
            "$cargo" build --quiet --release --target "$target" -Zbuild-std=std,$panic >&2
    )
    folder="$system/lib/rustlib/$target/lib"
    rm -rf "$folder.new" "$folder"
    mkdir -p "$folder.new"
    cp "$empty/target/$target/release/deps/"lib*.rlib "$folder.new/"
    mv "$folder.new" "$folder"
    rm -rf "$empty/target"
}

# Not rustup's stand-in: that would look for its own compiler.
toolchain="$(rustc --print sysroot)"
cargo="$toolchain/bin/cargo"

[ -x "$place/rustc" ] || unpack
[ -d "$system/lib/rustlib/$target/lib" ] || build_standard_library

echo "export RUSTC='$place/rustc'"
case "$target" in
wasm32-unknown-unknown)
    linker="$toolchain/lib/rustlib/x86_64-unknown-linux-gnu/bin/rust-lld"
    echo "export CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER='$linker'"
    ;;
x86_64-pc-windows-gnu)
    echo "export CARGO_TARGET_X86_64_PC_WINDOWS_GNU_LINKER=x86_64-w64-mingw32-gcc"
    ;;
esac
