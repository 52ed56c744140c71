#!/bin/sh
# Makes weight files from nothing, generation by generation, in the folder given (by default
# /tmp/reversi-weights). What is there already is kept, so it goes on where it was cut off.
set -eu
cd "$(dirname "$0")/../../.."
cargo build --release -p reversi-lab
engine=$PWD/target/release/reversi-engine
mkdir -p "${1:-/tmp/reversi-weights}"
cd "${1:-/tmp/reversi-weights}"

# play NAME GAMES FIRST_SEED OPTIONS...: the games of a generation.
play() {
    name=$1 games=$2 seed=$3
    shift 3
    [ -e "$name.gz" ] || "$engine" selfplay "$name" --games "$games" --seed "$seed" --exact 12 "$@"
}

# learn NAME FROM...: the weights of a generation, from the games of these.
learn() {
    name=$1
    shift
    [ -e "$name.gz" ] || "$engine" train "$@" --out "$name.gz" --made-by "$name of make.sh"
}

# accept NEW OLD: a thousand openings, both colours, two plies ahead, the last eight perfectly.
accept() {
    if ! [ -e "$1.match" ]; then
        "$engine" match "$1.gz" "$2.gz" --openings 1000 >"$1.match.tmp"
        mv "$1.match.tmp" "$1.match"
    fi
    cat "$1.match"
}

play g0 30000 0 --depth 0
learn g0 g0
play g1 30000 1000000 --depth 4 --weights g0.gz
learn g1 g1
accept g1 g0
play g2 90000 2000000 --depth 4 --weights g1.gz
learn g2 g2
accept g2 g1
play g3 200000 3000000 --depth 4 --weights g2.gz
learn g3 g2 g3
accept g3 g2
play g4 250000 4000000 --depth 4 --weights g3.gz
learn g4 g2 g3 g4
accept g4 g3
