#!/usr/bin/env bash
# Fuzzes one target for a number of seconds (60 unless told): fuzz/run.sh TARGET [SECONDS]
set -euo pipefail
cd "$(dirname "$0")"
target=$1
golden=../protocol/golden

# The examples of the protocol are what a fuzzer of frames begins with.
case $target in
    client_frame) examples=("$golden/hello.json" "$golden/request.json") ;;
    server_frame) examples=("$golden/hello_reply.json" "$golden/server_message.json") ;;
    *) examples=() ;;
esac
mkdir -p "corpus/$target" "target/seeds/$target"
python3 - "target/seeds/$target" "${examples[@]}" <<'SEEDS'
import json, pathlib, sys

folder, *files = map(pathlib.Path, sys.argv[1:])
for file in files:
    for name, message in json.loads(file.read_text()).items():
        (folder / name).write_text(json.dumps(message, separators=(",", ":")))
SEEDS

# With this the stable compiler instruments the code.
export RUSTC_BOOTSTRAP=1
exec cargo fuzz run "$target" "corpus/$target" "target/seeds/$target" -- \
    -max_total_time="${2:-60}" -malloc_limit_mb=64 -timeout=5
