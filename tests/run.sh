#!/usr/bin/env bash
# Builds and tests everything, as a continuous integration does. With --long it does what
# takes longer instead: many ragdolls, hostile typing, a monkey, fuzzing, the release build and
# whether that has the same bits and costs no more. With --platforms it builds the packages for
# Linux, Windows and browsers, and asks whether they work and have the same bits.
#
# Installs what is missing on Debian and Ubuntu where it may; elsewhere it says
# what to install and ends with status 1. Works from any folder, and again.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

heading() { printf '\n== %s\n' "$*"; }

fail() {
    printf '\nrun.sh: %s\n' "$*" >&2
    exit 1
}

# What the tests need: "what is looked for" then "the Debian package that has it".
needed() {
    cat <<'LIST'
Xvfb xvfb
xdotool xdotool
import imagemagick
xclip xclip
valgrind valgrind
cc gcc
c++ g++
libX11.so.6 libx11-6
libXi.so.6 libxi6
libxkbcommon.so.0 libxkbcommon0
libGL.so.1 libgl1
libEGL.so.1 libegl1
dri libgl1-mesa-dri
LIST
}

# What the packages for other systems need besides.
needed_for_platforms() {
    cat <<'LIST'
chromium chromium
node nodejs
npm npm
wine64 wine64
x86_64-w64-mingw32-gcc gcc-mingw-w64-x86-64
zip zip
xvfb-run xvfb
xauth xauth
debootstrap debootstrap
desktop-file-validate desktop-file-utils
LIST
}

# Whether the linker finds a library. A here-string: no pipe that an early end could break.
has_library() {
    local cache
    cache="$(PATH="$PATH:/sbin:/usr/sbin" ldconfig -p 2>/dev/null || true)"
    grep -qF "$1 " <<<"$cache"
}

# Whether Mesa's drivers are there: old releases have a folder, new ones a library.
has_dri() {
    compgen -G '/usr/lib*/dri/*_dri.so' >/dev/null ||
        compgen -G '/usr/lib/*/dri/*_dri.so' >/dev/null ||
        compgen -G '/usr/lib/*/libgallium-*.so' >/dev/null ||
        compgen -G '/usr/lib*/libgallium-*.so' >/dev/null
}

missing_packages() {
    local thing package
    while read -r thing package; do
        case "$thing" in
        dri) has_dri || echo "$package" ;;
        # Debian keeps it off the path.
        wine64) command -v wine64 >/dev/null || [ -x /usr/lib/wine/wine64 ] || echo "$package" ;;
        lib*) has_library "$thing" || echo "$package" ;;
        *) command -v "$thing" >/dev/null || echo "$package" ;;
        esac
    done < <(
        needed
        [ "$stages" != platforms ] || needed_for_platforms
    )
}

install_packages() {
    local privileged=()
    if [ "$(id -u)" -ne 0 ]; then
        if command -v sudo >/dev/null && sudo -n true 2>/dev/null; then
            privileged=(sudo -n)
        else
            fail "not installed: $*. Install them: sudo apt-get install --no-install-recommends $*"
        fi
    fi
    command -v apt-get >/dev/null ||
        fail "not installed (Debian names): $*. Install their like with this system's packages."
    local quiet=(env DEBIAN_FRONTEND=noninteractive apt-get -qq -o Dpkg::Use-Pty=0)
    "${privileged[@]}" "${quiet[@]}" update ||
        echo "the package lists could not be refreshed; trying with the old ones"
    "${privileged[@]}" "${quiet[@]}" install -y --no-install-recommends "$@" >/dev/null ||
        fail "could not be installed: $*. Try: apt-get install --no-install-recommends $*"
}

# Leaves in `busy` the seconds that processors have worked for what this script has waited for.
clock="$(mktemp)"
trap 'rm -f "$clock"' EXIT
note_busy() {
    # Not in a subshell, which would tell of itself.
    times >"$clock"
    busy="$(tail -n 1 "$clock" | awk -F '[ms ]+' '{ print int($1 * 60 + $2 + $3 * 60 + $4) }')"
}

# Runs a stage and tells how long it took, and how long all processors worked for it; its output
# is shown only if it fails.
stage() {
    local name="$1" began="$SECONDS"
    shift
    heading "$name"
    local log busy before
    log="$(mktemp)"
    note_busy
    before="$busy"
    if "$@" >"$log" 2>&1; then
        grep -E '^(test result|skipped|improved|dist/)|hashes are those|/s  cov ' "$log" || true
        rm -f "$log"
        note_busy
        echo "$((SECONDS - began)) s, of processors $((busy - before)) s"
    else
        cat "$log"
        rm -f "$log"
        fail "stage '$name' failed: $*"
    fi
}

# Where the release build goes that tests ask for.
headless="${CARGO_TARGET_DIR:-target}/headless"

# Hashes of every shipped scene after two seconds, and of ragdolls that have fallen, in each
# precision, by a build in a folder.
hashes_of() {
    local scene precision method
    for scene in scenes/*.json; do
        printf '%s ' "$scene"
        "$1/ragdoll-lab" run "$scene" --seconds 2 --json | grep -o '"hash":"[0-9a-f]*"' || echo none
    done
    for precision in f32 f64; do
        "$1/ragdoll-lab" bench mx-drop --precision "$precision" --json \
            --ragdolls 20 --steps 200 --repeats 1 --preset default,high --rate 60 |
            grep -o '"hash":"[0-9a-f]*"'
    done
    for method in impulse paper; do
        "$1/ragdoll-lab" bench mx-drop --method "$method" --json \
            --ragdolls 20 --steps 200 --repeats 1 --rate 60 |
            grep -o '"hash":"[0-9a-f]*"'
    done
}

# Whether debug and release builds come to the same bits, and to any.
same_bits() {
    local debug release
    debug="$(hashes_of "${CARGO_TARGET_DIR:-target}/debug")"
    release="$(hashes_of "$headless/release")"
    printf 'debug:\n%s\nrelease:\n%s\n' "$debug" "$release"
    [ "$debug" = "$release" ] && [ -n "$debug" ] && ! grep -qv '"hash"' <<<"$debug"
}

formatted() {
    cargo fmt --check && cargo fmt --check --manifest-path tests/fuzz/Cargo.toml
}

# Those inside the library take a minute as the compiler leaves it, and to have it make them
# faster takes four.
inside=(--lib --config 'profile.dev.package.ragdoll-lab.opt-level=0')

build_tests() {
    cargo test --quiet --locked --no-run --bins --test '*'
}

# Runs all tests, three groups side by side, so that the end of one leaves no core alone: those
# of the window and of allocation, those of physics, and all others. The window goes before
# them (nice), since it is watched for how long it keeps a person waiting, and mostly waits
# itself. Those inside the library are built only now, since the compiler would leave a core
# alone; not as the first, since the others would wait for that. What is given is passed on to all.
all_tests() {
    cargo test --quiet --locked --test window --test allocation -- "$@" &
    local window="$!"
    nice cargo test --quiet --locked --test physics -- "$@" &
    local physics="$!"
    # By their first letters.
    if nice cargo test --quiet --locked --bins --test 's*' -- "$@" &&
        nice cargo test --quiet --locked "${inside[@]}" -- "$@" &&
        nice cargo test --quiet --locked --test '[!apsw]*' --test 'app*' -- "$@" &&
        wait "$physics" && wait "$window"; then
        return
    fi
    kill "$window" "$physics" 2>/dev/null || true
    return 1
}

usual_tests() {
    all_tests && cargo test --quiet --locked --doc
}

long_tests() {
    build_tests && all_tests --ignored --skip instructions --skip write_the_benchmarks
}

# Hostile input for every reader, 15 s each, a target per core.
fuzz() {
    local folder="${CARGO_TARGET_DIR:-target}"
    CARGO_TARGET_DIR="$(realpath -m "$folder")/fuzz" JOBS="$(getconf _NPROCESSORS_ONLN)" \
        bash tests/fuzz/run.sh "$@"
}

# Large inputs for the readers that make much of little besides.
fuzzing() {
    fuzz 15 && LARGE=1 fuzz 15 gltf_mesh mjcf
}

# The program without its window and the fuzzers, side by side, since each build ends on one
# core.
release_builds() {
    cargo build --quiet --release --locked --no-default-features --target-dir "$headless" &
    local program="$!"
    if ! fuzz --build; then
        kill "$program" 2>/dev/null || true
        return 1
    fi
    wait "$program"
}

# Licences, sources and bans of everything that is built in; what is known to be weak only
# where the list of that can be had.
supply_chain() {
    if ! command -v cargo-deny >/dev/null; then
        echo "skipped: cargo-deny is not installed; cargo install --locked cargo-deny"
        return
    fi
    cargo deny --offline check bans licenses sources
    cargo deny --offline check advisories || echo "skipped: no list of advisories at hand"
}

case "${1-}" in
"") stages=usual ;;
--long) stages=long ;;
--platforms) stages=platforms ;;
*) fail "unknown argument $1; there are --long and --platforms" ;;
esac

if [ "$(uname -s)" = Linux ]; then
    heading "programs and libraries"
    mapfile -t packages < <(missing_packages)
    if [ "${#packages[@]}" -gt 0 ]; then
        echo "installing: ${packages[*]}"
        install_packages "${packages[@]}"
        mapfile -t packages < <(missing_packages)
        [ "${#packages[@]}" -eq 0 ] || fail "still not there after installing: ${packages[*]}"
    fi
fi
command -v cargo >/dev/null || fail "cargo is not installed; see https://rustup.rs"

# With a display server at hand the window tests must run; they may skip only without.
if [ -n "${CI:-}" ] || command -v Xvfb >/dev/null; then
    export RAGDOLL_LAB_REQUIRE_WINDOW=1
fi
export LIBGL_ALWAYS_SOFTWARE=1
export CARGO_TERM_COLOR=never

# Where everything is built once, keeping parts for a next build and lines for a debugger
# costs a third of the time; and tests of physics run three to six times as fast for a build
# that takes a quarter longer.
if [ -n "${CI:-}" ]; then
    export CARGO_INCREMENTAL=0 CARGO_PROFILE_DEV_DEBUG=none CARGO_PROFILE_DEV_OPT_LEVEL=2
fi

# Tests of the window wait more than they work: more of them at once than there are cores.
RUST_TEST_THREADS="$((2 * $(getconf _NPROCESSORS_ONLN)))"
export RUST_TEST_THREADS

began="$SECONDS"
if [ "$stages" = platforms ]; then
    stage "package for Linux" bash packaging/linux.sh
    stage "package for Windows" bash packaging/windows.sh
    stage "page" bash web/build.sh
    stage "on Linux" bash tests/platforms/linux.sh
    native="${CARGO_TARGET_DIR:-target}/release/ragdoll-lab"
    stage "on Windows (Wine)" bash tests/platforms/windows.sh "$native"
    stage "in a browser" bash tests/platforms/web.sh "$native"
elif [ "$stages" = long ]; then
    stage "long tests" long_tests
    stage "release builds" release_builds
    stage "same bits in debug and release" same_bits
    stage "fuzzing" fuzzing
    stage "supply chain" supply_chain
    stage "instructions" cargo test --quiet --locked --test instructions -- --ignored --nocapture
else
    stage "format" formatted
    stage "lints" cargo clippy --quiet --locked --all-targets -- -D warnings
    stage "build" build_tests
    stage "tests" usual_tests
    stage "documentation" env RUSTDOCFLAGS="-D warnings" cargo doc --quiet --locked --no-deps
fi

heading "all is well after $((SECONDS - began)) s"
