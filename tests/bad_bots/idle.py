# Does not do what it should: "deaf" never reads, "mute" closes its output and lives on, "closed" closes its input, "busy" computes for ever.
import os
import sys
import time

what = sys.argv[1]
print("ready", flush=True)
if what == "mute":
    os.close(1)
if what == "closed":
    os.close(0)
    print("closed", flush=True)
while what == "busy":
    pass
time.sleep(1000)
