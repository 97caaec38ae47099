# A bot for Fogg in Python. It reads one JSON object per line and answers each request with the number of one of its actions.
#
#   fogg check-bot "python3 bot.py" --folder examples/python
#
# It can also connect to a competition by itself, if its organiser has given it a token:
#
#   python3 bot.py HOST PORT NAME TOKEN
import json
import re
import socket
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


def play(lines, say):
    """Answers all requests until there are no more lines."""
    for line in lines:
        message = json.loads(line)
        if message["type"] == "request":
            best = max(message["actions"], key=worth)
            say({"type": "move", "request": message["request"], "action": best["id"]})
        elif message["type"] == "error":
            print(message["message"], file=sys.stderr)


def connect(host, port, name, token):
    """One connection is enough for all games: after each the arena seats us in the next."""
    with socket.create_connection((host, int(port))) as connection, connection.makefile("rw") as stream:

        def say(message):
            stream.write(json.dumps(message) + "\n")
            stream.flush()

        say({"type": "hello", "protocol": [1, 1]})
        say({"type": "join", "name": name, "token": token})
        play(stream, say)


if len(sys.argv) == 5:
    connect(*sys.argv[1:])
else:
    play(sys.stdin, lambda message: print(json.dumps(message), flush=True))  # without flush the answer stays in a buffer
