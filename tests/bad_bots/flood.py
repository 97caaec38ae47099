# Never stops to write: "line" with line feeds, "endless" without, "errors" to the error output.
import os
import sys

what = sys.argv[1]
fd = 2 if what == "errors" else 1
part = b"x" * 999 + (b"x" if what == "endless" else b"\n")
while True:
    os.write(fd, part * 32)
