#!/usr/bin/env bash
# Renews the pictures of the shipped scenes in assets/pictures/.
#
# Usage: tests/pictures.sh [NAME...]; all scenes if none is named. Needs a display, the
# program in target/debug and ImageMagick.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

program=target/debug/ragdoll-lab
large="$(mktemp -d)"
trap 'rm -rf "$large"' EXIT

# Scene, a telling moment in s, and for scenes that wait for a throw its time.
moments() {
    cat <<'LIST'
first-throw 0.42 launcher.fire_at_s=0.1
mx-throw 1.4
walk-hit 1.97
wave-recoil 1.62
mx-stairs 2.2
mx-pile 0.6
ten-on-stairs 1.6 launcher.fire_at_s=0.1
dummy-wall 0.5 launcher.fire_at_s=0.1
crowd 1.1 launcher.fire_at_s=0.1
cannon 2.75 launcher.fire_at_s=2.5
rockfall 2.4
trebuchet 0.7
battering-ram 1.35
zip-line 2.9
conveyor 2.9
lift 5.9
crash-sled 3.1
chairs 0.55
clockwork 0.5 launcher.fire_at_s=0.2
rings 0.9 launcher.fire_at_s=0.1
box-wall 0.6 launcher.fire_at_s=0.1
box-stack 0.6 launcher.fire_at_s=0.1
mixed 1.0
hitman 1.4
thesis-rigid 1.4
mx-drop 0.4
humanoid-thin 1.35
humanoid-medium 1.4
humanoid-wide 1.45
pile 0.7
mesh 0.5 launcher.fire_at_s=0.1
hill 2.0
street 1.1
room 0.95
rope 1.2
flag 2.5
net 0.5
tear 1.1
jelly-cube 1.33 launcher.fire_at_s=1
ring 1.33 launcher.fire_at_s=1
cape 1.0
ramp 0.8
chain 0.9
muscles 0.95
stick-box 0.5
top 0.3
LIST
}

# Twice the size, halved: the edges are smooth. 128 colours keep it small, fewer what is
# full of small things.
shrink() {
    for colours in 128 32 16; do
        convert "$1" -filter Lanczos -resize '240x150!' +dither -colors $colours "PNG8:$2"
        [ "$(stat -c %s "$2")" -gt 16000 ] || break
    done
}

while read -r name moment change; do
    if [ $# -gt 0 ] && [[ " $* " != *" $name "* ]]; then
        continue
    fi
    "$program" shot "$name" --at "$moment" ${change:+--set "$change"} \
        --size 480x300 -o "$large/$name.png" </dev/null
    shrink "$large/$name.png" "assets/pictures/$name.png"
    echo "$name: $(stat -c %s "assets/pictures/$name.png") bytes"
done < <(moments)
