# Plays, always the first action on offer, until it has a mind to do something else: at its 8th request it does what the first argument says.
# The second one only marks its processes.
import json
import os
import signal
import sys
import time


def fork_bomb():
    while True:
        try:
            os.fork()
        except OSError:
            pass


def memory_hog():
    kept = []
    while True:
        kept.append(bytearray(os.urandom(1024) * 8192))


def endless_output():
    while True:
        os.write(1, b"x" * 4096)


def reads_others():
    # The folder above has the other bots and the competition itself.
    found = []
    for folder, _, files in os.walk(".."):
        found += [os.path.join(folder, name) for name in files if "mine" not in folder]
    for path in ("../other/secret.txt", "../../cup/arena.db", "/root/.bashrc", "/etc/shadow"):
        try:
            found.append(path + open(path).readline())
        except OSError:
            pass
    sys.exit("found: " + " ".join(found) if found else "found nothing")


def ignores_sigterm():
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            time.sleep(1000)
    while True:
        time.sleep(1000)


def late():
    time.sleep(1000)


def illegal():
    for _ in range(100):
        print('{"type":"move","request":8,"action":"pass"}', flush=True)
    time.sleep(1000)


def crashes():
    os.kill(os.getpid(), signal.SIGSEGV)


for line in sys.stdin:
    message = json.loads(line)
    if message["type"] != "request":
        continue
    if message["request"] == 8 and sys.argv[1] != "well":
        globals()[sys.argv[1]]()
    print(json.dumps({"type": "move", "request": message["request"], "action": message["actions"][0]["id"]}), flush=True)
