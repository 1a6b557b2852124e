#!/usr/bin/env bash
# Builds the page that runs the program in a browser: dist/web, a folder of static files.
#
# Needs rustup's target wasm32-unknown-unknown, which it adds if it can; on Debian without one,
# see packaging/debian-rust.sh. What is behind -- is passed on to cargo. There is no wasm-opt: the
# program that it makes is smaller, but larger when it is packed.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
. packaging/common.sh

target=wasm32-unknown-unknown
out=dist/web

prepare_target "$target"
# Rust 1.96 and newer no longer leave what the page provides to be found at its start.
export CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS="-Clink-arg=--allow-undefined"
cargo build --locked --profile web --target "$target" --bin "$program" "$@"
wasm="$built/$target/web/$program.wasm"

rm -rf "$out"
mkdir -p "$out"
cp web/index.html web/lab.js "$out/"
cp packaging/ragdoll-lab.png "$out/"
cp "$(sources_of miniquad "$target")/js/gl.js" \
    "$(sources_of sapp-jsutils "$target")/js/sapp_jsutils.js" \
    "$(sources_of quad-url "$target")/js/quad-url.js" "$out/"
# Packed, whatever the server does; the page unpacks it.
gzip -9 -n -c "$wasm" >"$out/$program.bin"

echo "$out: $program.bin is $(size_of "$out/$program.bin"), unpacked $(size_of "$wasm")"
