# What the packaging scripts share; to be sourced from the root of the repository.

program=ragdoll-lab
version="$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | head -n 1)"
built="${CARGO_TARGET_DIR:-target}"

fail() {
    printf '%s: %s\n' "$(basename "$0")" "$*" >&2
    exit 1
}

# Leaves the environment so that cargo builds for a target: with rustup's, or with Debian's
# compiler where rustup has none and can fetch none.
prepare_target() {
    local folder exports
    folder="$(rustc --print sysroot)/lib/rustlib/$1/lib"
    if compgen -G "$folder/libstd-*.rlib" >/dev/null; then
        return
    fi
    if [ -z "${DEBIAN_RUST:-}" ] && timeout 60 rustup target add "$1" 2>/dev/null; then
        return
    fi
    echo "rustup has no target $1 here; using Debian's compiler"
    exports="$(bash packaging/debian-rust.sh "$1")"
    eval "$exports"
}

# Where the sources of a locked dependency lie.
sources_of() {
    cargo metadata --locked --format-version 1 --filter-platform "$2" |
        grep -oE "\"[^\"]*/$1-[0-9][^\"/]*/Cargo.toml\"" | head -n 1 | sed 's/^"//; s/\/Cargo.toml"$//'
}

# Size of a file as people read it.
size_of() {
    awk -v bytes="$(wc -c <"$1")" 'BEGIN { printf "%.1f MB", bytes / 1e6 }'
}

# The oldest C library that a program runs with.
oldest_libc() {
    objdump -T "$1" | grep -oE 'GLIBC_[0-9.]+' | sed 's/GLIBC_//' | sort -V | tail -n 1
}
