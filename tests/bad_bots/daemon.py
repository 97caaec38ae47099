# Leaves a process behind that has nothing to do with it any more, and ends ("ends") or goes on ("stays").
import os
import signal
import sys
import time

if os.fork() == 0:
    os.setsid()
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
    if os.fork() == 0:
        if sys.argv[1] == "ends":
            os.closerange(0, 1024)
        time.sleep(1000)
    os._exit(0)
os.wait()
print("ready", flush=True)
if sys.argv[1] == "stays":
    time.sleep(1000)
