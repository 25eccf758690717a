#!/usr/bin/env python3
"""The smallest player: takes the first choice, says one sentence. One line of JSON in, one line out."""
import json
import sys

for line in sys.stdin:
    message = json.loads(line)
    if "request" not in message:
        continue  # {"hello": ...} once, {"event": ...} as things happen
    menu = message["request"]["menu"]
    if menu["menu"] == "one_of":
        answer = {"choice": 1}
    elif menu["menu"] == "subset":
        answer = {"choice": {"do": "set", "seats": menu["of"][: menu["min"]]}}
    else:
        answer = {"speech": "I have nothing to say."}
    print(json.dumps(answer), flush=True)
