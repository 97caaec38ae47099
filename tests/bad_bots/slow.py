# Answers every line after the time (seconds) that stands in it.
import sys
import time

for line in sys.stdin:
    time.sleep(float(line))
    print("answer", flush=True)
