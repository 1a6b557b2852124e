# What every platform has to do alike; to be sourced from the root of the repository. A program
# is given as the words that start it.

# Steps after which states are compared; tests/data/hashes.json has 1, 60, 120, 300 and 600.
steps="${STEPS:-300}"

# `NAME HASH` of every shipped scene after so many steps, as all platforms have to have them.
known_hashes() {
    awk -v step="\"$(printf %03d "$steps")\":" '
        /^  "/ { name = $1; gsub(/[":]/, "", name) }
        $1 == step { hash = $2; gsub(/[",]/, "", hash); print name, hash }
    ' tests/data/hashes.json
}

hash_in() {
    local line
    line="$("$@" </dev/null 2>/dev/null | grep -o '"hash":"[0-9a-f]*"' | head -n 1)" || true
    line="${line#*:\"}"
    echo "${line:-none}" | tr -d '"\r'
}

# Says which scenes come to other states than those of the file; fails if any does.
same_hashes() {
    local name hash found count=0 wrong=0
    while read -r name hash; do
        found="$(hash_in "$@" run "$name" --steps "$steps" --json)"
        count=$((count + 1))
        if [ "$found" != "$hash" ]; then
            echo "$name: $found, not $hash"
            wrong=$((wrong + 1))
        fi
    done < <(known_hashes)
    [ "$count" -gt 0 ] || { echo "no hashes are known after $steps steps"; return 1; }
    echo "$((count - wrong)) of $count hashes are those of tests/data/hashes.json after $steps steps"
    [ "$wrong" = 0 ]
}

# The same of ragdolls that fall by themselves, in each precision, beside a native program.
same_drops() {
    local native="$1" precision bench
    shift
    for precision in f32 f64; do
        bench=(bench mx-drop --precision "$precision" --json --ragdolls 20 --steps 200 --repeats 1
            --preset default --rate 60)
        [ "$(hash_in "$native" "${bench[@]}")" = "$(hash_in "$@" "${bench[@]}")" ] ||
            { echo "mx-drop in $precision differs"; return 1; }
    done
    echo "falling ragdolls have the hashes of the native program in f32 and f64"
}

# Success, a wrong argument, and a scene that is not there.
same_exit_codes() {
    local code
    "$@" --version </dev/null >/dev/null || { echo "--version ends with $?"; return 1; }
    for wrong in "--no-such-option" "no-such-scene-at-all"; do
        code=0
        "$@" run "$wrong" </dev/null >/dev/null 2>&1 || code=$?
        [ "$code" = 2 ] || { echo "run $wrong ends with $code, not with 2"; return 1; }
    done
    echo "exit codes are as they should be"
}

# A file of this machine as Wine has it.
wine_path() {
    echo "Z:${1//\//\\}"
}
