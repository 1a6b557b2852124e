#!/usr/bin/env bash
# Builds the page that runs the program in a browser: dist/web, a folder of static files.
#
# Needs rustup's target wasm32-unknown-unknown, which it adds if it can; on Debian without one,
# see packaging/debian-rust.sh. With npm at hand the program is made smaller by wasm-opt.
# What is behind -- is passed on to cargo.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
. packaging/common.sh

target=wasm32-unknown-unknown
binaryen=binaryen@132.0.0
out=dist/web

prepare_target "$target"
# Rust 1.96 and newer no longer leave what the page provides to be found at its start.
export CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS="-Clink-arg=--allow-undefined"
cargo build --locked --profile web --target "$target" --bin "$program" "$@"
wasm="$built/$target/web/$program.wasm"

smaller="$built/$target/web/$program.small.wasm"
if command -v npm >/dev/null && npm install --silent --no-fund --no-audit --prefix "$built/binaryen" "$binaryen"; then
    "$built/binaryen/node_modules/.bin/wasm-opt" -Oz --enable-bulk-memory --enable-multivalue \
        --enable-mutable-globals --enable-nontrapping-float-to-int --enable-reference-types \
        --enable-sign-ext "$wasm" -o "$smaller"
else
    echo "no npm here, so no wasm-opt: the program stays a quarter larger"
    cp "$wasm" "$smaller"
fi

rm -rf "$out"
mkdir -p "$out"
cp web/index.html web/lab.js "$out/"
cp packaging/ragdoll-lab.png "$out/"
cp "$(sources_of miniquad "$target")/js/gl.js" \
    "$(sources_of sapp-jsutils "$target")/js/sapp_jsutils.js" \
    "$(sources_of quad-url "$target")/js/quad-url.js" "$out/"
# Packed, whatever the server does; the page unpacks it.
gzip -9 -n -c "$smaller" >"$out/$program.bin"

echo "$out: $program.bin is $(size_of "$out/$program.bin"), unpacked $(size_of "$smaller")"
