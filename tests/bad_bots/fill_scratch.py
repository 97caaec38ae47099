# Writes to its scratch folder, to /dev/shm and wherever else it can until nothing fits any more, and says how many MiB that were.
import os

total = 0
for folder in (os.environ["TMPDIR"], "/dev/shm"):
    try:
        for number in range(1000):
            with open(f"{folder}/{number}", "wb") as f:
                for _ in range(8):
                    f.write(b"x" * (1 << 20))
                    f.flush()
                    total += 1
    except OSError as error:
        print(folder, error.strerror, flush=True)
print(total, flush=True)
