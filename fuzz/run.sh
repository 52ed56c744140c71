#!/usr/bin/env bash
# Fuzzes one target for a number of seconds (60 unless told): fuzz/run.sh TARGET [SECONDS]
set -euo pipefail
cd "$(dirname "$0")"
inputs=target/inputs/$1
python3 inputs.py unpack "$1" "$inputs"
# With this the stable compiler instruments the code.
export RUSTC_BOOTSTRAP=1
exec cargo fuzz run "$1" "$inputs" -- -max_total_time="${2:-60}" -malloc_limit_mb=64 -timeout=5
