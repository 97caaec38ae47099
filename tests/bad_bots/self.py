# Says what it sees of itself.
import os
import pwd
import resource
import socket

print("fds", *sorted(fd for fd in os.listdir("/proc/self/fd") if os.path.exists("/proc/self/fd/" + fd)))
print("cwd", os.getcwd())
print("host", socket.gethostname())
print("user", pwd.getpwuid(os.getuid()).pw_name)
print("root", os.getuid() == 0)
status = dict(line.split(":\t", 1) for line in open("/proc/self/status").read().splitlines() if ":\t" in line)
print("caps", int(status["CapEff"], 16), int(status["CapPrm"], 16), int(status["CapInh"], 16), int(status["CapAmb"], 16))
print("nnp", status["NoNewPrivs"])
print("ignored", status["SigIgn"], status["SigBlk"])
print("core", *resource.getrlimit(resource.RLIMIT_CORE))
print("processes", *sorted(int(p) for p in os.listdir("/proc") if p.isdigit()))
print("env", *sorted(os.environ))
open(os.environ["HOME"] + "/a", "w").write("x")
open(os.environ["TMPDIR"] + "/b", "w").write("x")
print("end", flush=True)
