#!/usr/bin/env bash
# Fuzzes the readers of the program: tests/fuzz/run.sh [SECONDS] [TARGET...]
#
# Each target runs for 20 s, or as long as is said, on a copy of its corpus. With RUNS=N it
# makes so many executions instead, however long they take. What crashes, hangs or takes too
# much memory is kept in tests/fuzz/found/ and named; the status is 1 then. JOBS=N searches
# for so many targets at once, SEED=N another way than usual: the same seed searches the
# same way, so that what passes once passes again. With LARGE=1 inputs have up to 1 MB. With
# MERGE=1 no search is made: the corpus becomes the fewest of its files that reach the same.
# With --build it only builds.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"

readonly ALL="scene_text scene_steps limits_csv shot_text gltf_mesh mjcf urdf expression command_line rows lesson experiment table"
# Enough for everything there is to say in a document; longer ones are slower, and ask for much.
lengths=(-max_len=16384)
if [[ -n "${LARGE:-}" ]]; then
    lengths=(-max_len=1048576 -len_control=0)
fi

only_build=no
if [[ "${1:-}" == --build ]]; then
    only_build=yes
    shift
fi
seconds=20
if [[ "${1:-}" =~ ^[0-9]+$ ]]; then
    seconds="$1"
    shift
fi
read -ra targets <<<"${*:-$ALL}"
for target in "${targets[@]}"; do
    if [[ " $ALL " != *" $target "* ]]; then
        echo "run.sh: no target is called $target; there are $ALL" >&2
        exit 2
    fi
done

# What the compiler needs to count what is reached; only then does libFuzzer see the way.
readonly COVERAGE="-Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4 \
    -Cllvm-args=-sanitizer-coverage-inline-8bit-counters \
    -Cllvm-args=-sanitizer-coverage-pc-table \
    -Cllvm-args=-sanitizer-coverage-trace-compares --cfg fuzzing"

# With a target of its own, the flags are not those of build scripts.
host="$(rustc -vV | sed -n 's/^host: //p')"
folder="${CARGO_TARGET_DIR:-target}"
RUSTFLAGS="$COVERAGE" cargo build --locked --release --target "$host" --target-dir "$folder"
bins="$folder/$host/release"
[[ "$only_build" == no ]] || exit 0

work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
mkdir -p found

# The last number after a word in a log of the fuzzer.
last() { sed -n "s/.*$2 *\([0-9][0-9]*\).*/\1/p" "$1" | tail -n 1; }
# The number after `cov:` in the first or last line of a kind.
reached() { sed -n "/$2/s/.*cov: \([0-9]*\).*/\1/p" "$1" | "$3" -n 1; }

# Removes the files that reach nothing which the others do not; libFuzzer copies those that
# are wanted under the checksum of their content.
merge() {
    local target="$1" small="$work/small-$1" file sum
    mkdir -p "$small"
    "$bins/$target" -set_cover_merge=1 "${lengths[@]}" "$small" "corpus/$target" \
        >"$work/$target.log" 2>&1
    for file in "corpus/$target"/*; do
        sum="$(sha1sum <"$file")"
        [[ -e "$small/${sum%% *}" ]] || rm "$file"
    done
    echo "$target: $(find "corpus/$target" -type f | wc -l) files"
}

fuzz() {
    local target="$1" log="$work/$1.log" end=("-max_total_time=$seconds")
    if [[ -n "${RUNS:-}" ]]; then
        end=("-runs=$RUNS")
    fi
    cp -r "corpus/$target" "$work/$target"
    local status=0
    "$bins/$target" "${end[@]}" -seed="${SEED:-1}" -rss_limit_mb=1024 -timeout=10 -report_slow_units=1 \
        "${lengths[@]}" -print_final_stats=1 -artifact_prefix="found/$target-" \
        "$work/$target" >"$log" 2>&1 || status=$?
    local first final
    first="$(reached "$log" INITED head)"
    final="$(reached "$log" 'cov:' tail)"
    printf '%-14s %10s %8s/s  cov %s, %s new\n' "$target" \
        "$(last "$log" number_of_executed_units:)" "$(last "$log" average_exec_per_sec:)" \
        "${final:-0}" "$((${final:-0} - ${first:-0}))"
    if ((status != 0)); then
        grep -E 'panicked at|ERROR: |Test unit written' -A 1 "$log" >&2 || tail "$log" >&2
        touch "$work/$target.failed"
    fi
}

for target in "${targets[@]}"; do
    if [[ -n "${MERGE:-}" ]]; then
        merge "$target"
        continue
    fi
    while (($(jobs -rp | wc -l) >= ${JOBS:-1})); do
        wait -n
    done
    fuzz "$target" &
done
wait
failed=()
for target in "${targets[@]}"; do
    [[ ! -e "$work/$target.failed" ]] || failed+=("$target")
done
if ((${#failed[@]} > 0)); then
    echo "run.sh: ${failed[*]} failed; the inputs are in tests/fuzz/found" >&2
    exit 1
fi
