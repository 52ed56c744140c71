#!/bin/sh
# Makes weight files from nothing, generation by generation, in the folder given (by default
# /tmp/reversi-weights). What is there already is kept, so it goes on where it was cut off.
set -eu
cd "$(dirname "$0")/../.."
cargo build --release -p reversi-engine
engine=$PWD/target/release/reversi-engine
mkdir -p "${1:-/tmp/reversi-weights}"
cd "${1:-/tmp/reversi-weights}"

# generation NAME GAMES FIRST_SEED SELFPLAY_OPTIONS...: plays games and trains on them.
generation() {
    name=$1 games=$2 seed=$3
    shift 3
    [ -e "$name.gz" ] && return
    "$engine" selfplay "$name" --games "$games" --seed "$seed" --exact 12 "$@"
    "$engine" train "$name" --out "$name.gz" --epochs 10 --made-by "$name of make.sh"
}

# accept NEW OLD: a thousand openings, both colours, two plies ahead, the last eight perfectly.
accept() {
    if ! [ -e "$1.match" ]; then
        "$engine" match "$1.gz" "$2.gz" --openings 1000 >"$1.match.tmp"
        mv "$1.match.tmp" "$1.match"
    fi
    cat "$1.match"
}

generation g0 30000 0 --depth 0
generation g1 30000 1000000 --depth 4 --weights g0.gz
accept g1 g0
generation g2 90000 2000000 --depth 4 --weights g1.gz
accept g2 g1
