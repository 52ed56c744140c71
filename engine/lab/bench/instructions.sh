#!/bin/sh
# Counts the processor instructions of fixed pieces of work: unlike times they are the same on a busy
# machine, so two programs can be compared. Needs Debian's package valgrind.
#
#   engine/lab/bench/instructions.sh [PROGRAM]
#
# Prints a row for each: instructions in millions, what was done, instructions for each of these.
set -eu

cd "$(dirname "$0")/.."
program=${1:-../../target/release/reversi-engine}
output=$(mktemp)
trap 'rm -f "$output"' EXIT

# Runs the program with the other arguments; prints its instructions.
instructions() {
    valgrind --tool=callgrind --callgrind-out-file=/dev/null "$program" "$@" 2>&1 >"$output" |
        sed -n 's/.*Collected *: *//p'
}

# row NAME UNIT PATTERN ARGUMENT...: PATTERN finds the number of units in the last line printed.
row() {
    name=$1 unit=$2 pattern=$3
    shift 3
    count=$(instructions "$@")
    print_row
}

# piece_row NAME PIECE: one piece of the search, without the start of the program.
piece_row() {
    name=$1 unit=times pattern='^\([0-9]*\) times.*'
    start=$(instructions bench --only "$2" --rounds 0)
    count=$(($(instructions bench --only "$2") - start))
    print_row
}

print_row() {
    units=$(tail -n 1 "$output" | sed -n "s/$pattern/\1/p")
    awk -v name="$name" -v unit="$unit" -v count="$count" -v units="$units" 'BEGIN {
        printf "| %s | %.0f | %d %s | %.1f |\n", name, count / 1e6, units, unit, count / units
    }'
}

echo "| work | million instructions | for | each |"
echo "|---|---:|---:|---:|"
row "count moves, \`perft 8\`" leaves '^ *[0-9]* *\([0-9]*\) leaves.*' perft 8
piece_row "turn discs, \`bench --only flips\`" flips
piece_row "move and evaluate, \`bench --only evaluation\`" evaluation
row "search, \`bench --depth 6\`" nodes '^\([0-9]*\) nodes.*' bench --depth 6
row "solve, \`solve ../tests/data/ffo.obf\`" nodes '^\([0-9]*\) nodes.*' solve ../tests/data/ffo.obf
