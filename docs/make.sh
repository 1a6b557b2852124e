#!/usr/bin/env bash
# Makes the pages that are made from the program: keys, command line, scene format, settings of
# the methods, limits, ground truth, misprints and experiments. A test says when one is out of date.
#
#   bash docs/make.sh             makes them
#   bash docs/make.sh --measure   measures docs/benchmarks.md, on a quiet machine, 20 minutes
#   bash docs/make.sh --strings   lists every text that a person can see, a line each
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

# The table beside other engines; nothing where those cannot be built.
measure_peers() {
    if ! command -v cmake >/dev/null || ! command -v clang >/dev/null; then
        echo "skipped: the other engines need cmake, clang and libclang" >&2
        return
    fi
    cargo run --release --locked --manifest-path tests/peers/Cargo.toml -- \
        --scene all --repeats 1 --steps 300 --markdown >"$1"
    export PEERS_TABLE="$1"
}

case "${1-}" in
"")
    UPDATE_PAGES=1 cargo test --locked --test docs made::
    ;;
--measure)
    cargo build --release --locked --no-default-features --target-dir target/headless
    table="$(mktemp)"
    trap 'rm -f "$table"' EXIT
    measure_peers "$table"
    RAGDOLL_LAB="$PWD/target/headless/release/ragdoll-lab" \
        cargo test --locked --test docs write_the_benchmarks -- --ignored
    ;;
--strings)
    cargo test --quiet --locked --test docs list_all_texts -- --ignored --nocapture
    ;;
*)
    echo "make.sh: unknown argument $1; there are --measure and --strings" >&2
    exit 2
    ;;
esac
