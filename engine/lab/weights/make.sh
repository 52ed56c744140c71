#!/bin/sh
# Makes weight files from nothing, generation by generation, in the folder given (by default
# /tmp/reversi-weights). What is there already is kept, so it goes on where it was cut off. THREADS, 1 by
# default, say how many games are played at a time; the weights are the same.
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
    "$engine" selfplay "$name" --games "$games" --seed "$seed" --threads "${THREADS:-1}" "$@"
}

# learn NAME FROM...: the weights of a generation, from the games of these.
learn() {
    name=$1
    shift
    [ -e "$name.gz" ] || "$engine" train "$@" --out "$name.gz" --made-by "$name of make.sh"
}

# accept NEW OLD: a hundred openings, both colours, two plies ahead, the last eight perfectly.
accept() {
    if ! [ -e "$1.match" ]; then
        "$engine" match "$1.gz" "$2.gz" --openings 100 >"$1.match.tmp"
        mv "$1.match.tmp" "$1.match"
    fi
    cat "$1.match"
}

# The first ones count all positions in full, as also those of a side that is far ahead teach them.
play g0 20000 0 --depth 0 --exact 12
learn g0 g0 --even 64 --rounds 40
play g1 10000 1000000 --depth 6 --exact 12 --weights g0.gz
learn g1 g1 --even 64 --rounds 40
accept g1 g0
play g2 20000 2000000 --depth 6 --exact 12 --weights g1.gz
learn g2 g2 --even 64 --rounds 40
accept g2 g1
play g3 20000 3000000 --depth 6 --exact 12 --weights g2.gz
learn g3 g3 --even 64 --rounds 40
accept g3 g2
play g4 30000 4000000 --depth 6 --exact 14 --weights g3.gz
learn g4 g4 --even 64 --rounds 40
accept g4 g3
play g5 86000 5000000 --depth 6 --exact 14 --weights g4.gz
learn g5 g5
accept g5 g4
# What is known of the end comes six plies nearer to the beginning with each generation. The last ones are
# of beginnings alone.
play g6 25000 6000000 --depth 6 --exact 12 --random-plies-max 22 --empties-min 34 --weights g5.gz
learn g6 g5 g6
accept g6 g5
play g7 25000 7000000 --depth 6 --exact 12 --random-plies-max 22 --empties-min 34 --weights g6.gz
learn g7 g5 g7
accept g7 g6
