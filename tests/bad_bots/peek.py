# Tries what it should not be able to do, one line for each attempt: what it was, a tab, and "done" if it worked, else why not.
import os
import socket
import sys


def attempt(name, what):
    try:
        what()
        print(name, "done", sep="\t", flush=True)
    except OSError as error:
        print(name, error.strerror or error, sep="\t", flush=True)


def connect(family, address):
    with socket.socket(family, socket.SOCK_STREAM) as s:
        s.settimeout(5)
        s.connect(address)


def look(path):
    if os.path.isdir(path):
        if not os.listdir(path):
            raise OSError(0, "empty")
    else:
        with open(path, "rb") as f:
            if not f.read(1):
                raise OSError(0, "empty")


def write(path):
    with open(path, "w") as f:
        f.write("x")


for word in sys.argv[1:]:
    verb, _, what = word.partition(":")
    if verb == "read":
        attempt(word, lambda: look(what))
    elif verb == "write":
        attempt(word, lambda: write(what))
    elif verb == "tcp":
        host, _, port = what.rpartition(":")
        attempt(word, lambda: connect(socket.AF_INET, (host, int(port))))
    elif verb == "abstract":
        attempt(word, lambda: connect(socket.AF_UNIX, "\0" + what))
    elif verb == "kill":
        attempt(word, lambda: os.kill(int(what), 0))
    elif verb == "setuid":
        attempt(word, lambda: os.setuid(int(what)))
print("end", flush=True)
