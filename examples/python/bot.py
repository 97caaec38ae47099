# A bot for Fogg in Python. It reads one JSON object per line and answers each request with the number of one of its actions.
#
#   fogg check-bot "python3 bot.py" --folder examples/python
import json
import re
import sys


def worth(action):
    """How much we would like to do this. The texts are explained in docs/actions.md."""
    verb = action["text"].split()[0]
    if verb == "claim":
        # "claim Boston-NewYork.2 red*1 locomotive*1": long routes bring most, and locomotives are too good to waste.
        cards = sum(int(n) for n in re.findall(r"\*(\d+)", action["text"]))
        locomotives = sum(int(n) for n in re.findall(r"locomotive\d?\*(\d+)", action["text"]))
        return 100 * cards - locomotives if cards >= 3 else 0
    # Few tickets are kept, as nothing here looks at them.
    return {"keep": 50 - len(action["text"]), "draw": 20, "take": 10, "pay": 10}.get(verb, 1)


for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "request":
        best = max(message["actions"], key=worth)
        move = {"type": "move", "request": message["request"], "action": best["id"]}
        print(json.dumps(move), flush=True)  # without flush the answer stays in a buffer
