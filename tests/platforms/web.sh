#!/usr/bin/env bash
# Whether the page of dist/web has the bits of the native program, and works in Chromium. Usage:
# web.sh PROGRAM, the native one. Builds dist/web if it is not there.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
. tests/platforms/common/checks.sh

native="$(realpath "$1")"
[ -e dist/web/ragdoll-lab.bin ] || bash web/build.sh

echo "-- in node"
lab=(node tests/platforms/node.cjs)
same_exit_codes "${lab[@]}"
same_hashes "${lab[@]}"
same_drops "$native" "${lab[@]}"

chromium="${CHROMIUM:-$(command -v chromium || command -v chromium-browser || command -v google-chrome || true)}"
if [ -z "$chromium" ]; then
    echo "skipped: no Chromium; the page was not opened"
    exit
fi
echo "-- in Chromium"
built="$(realpath -m "${CARGO_TARGET_DIR:-target}")/puppeteer"
npm install --silent --no-fund --no-audit --prefix "$built" puppeteer-core@24.16.0
folder="$(mktemp -d)"
log="$(mktemp)"
node tests/platforms/serve.cjs dist/web >"$log" &
server="$!"
trap 'kill "$server" 2>/dev/null || true; rm -rf "$folder" "$log"' EXIT
until [ -s "$log" ]; do
    sleep 0.1
    kill -0 "$server"
done
for _ in $(seq "${SESSIONS:-1}"); do
    NODE_PATH="$built/node_modules" CHROMIUM="$chromium" \
        node tests/platforms/session.cjs "$(head -n 1 "$log")" "$native" "$folder"
    if [ -n "${RAGDOLL_LAB_PICTURES:-}" ]; then
        mkdir -p "$RAGDOLL_LAB_PICTURES"
        cp "$folder"/*.png "$RAGDOLL_LAB_PICTURES/"
    fi
    rm -f "$folder"/*
done
