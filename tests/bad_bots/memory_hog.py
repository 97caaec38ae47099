# Takes more and more memory, and says how much (MiB) after every step. With a number: that many processes do so.
import os
import sys
import time

processes = int(sys.argv[1])
most = int(sys.argv[2])  # MiB for each
for _ in range(processes - 1):
    if os.fork() == 0:
        break
kept = []
while len(kept) * 8 < most:
    kept.append(bytearray(os.urandom(1024) * 8192))
    print(len(kept) * 8, flush=True)
    time.sleep(0.005)
time.sleep(1000)
