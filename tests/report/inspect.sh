#!/usr/bin/env bash
# Reads an exported log back with Inspect itself, from PyPI, in an environment of its own under target/.
set -euo pipefail
cd "$(dirname "$0")/../.."
target=${CARGO_TARGET_DIR:-target}
venv=$target/inspect-venv
[ -x "$venv/bin/python" ] || python3 -m venv "$venv"
"$venv/bin/python" -c 'import inspect_ai' 2>/dev/null || "$venv/bin/pip" install -q inspect-ai

log=$(mktemp -d "$target/inspect-log.XXXXXX")
trap 'rm -r "$log"' EXIT
cargo run -q -- export transcripts/golden --to inspect --out "$log/log.json"
"$venv/bin/python" - "$log/log.json" <<'PYTHON'
import sys
from inspect_ai.log import read_eval_log, read_eval_log_sample_summaries

path = sys.argv[1]
header = read_eval_log(path, header_only=True)
assert header.status == "success" and header.results.total_samples > 0, header
log = read_eval_log(path)
assert len(log.samples) == header.results.total_samples
for sample in log.samples:
    spans = {event.event for event in sample.events}
    assert {"span_begin", "span_end", "tool", "score"} <= spans, spans
assert len(read_eval_log_sample_summaries(path)) == len(log.samples)
print(f"Inspect reads {len(log.samples)} games")
PYTHON
