import { type ChildProcess, spawn } from "node:child_process";

/**
 * What the watchdog runs: it reads "+group" and "-group" lines, and when its input ends, which is when this process is
 * gone however it went, it ends every group that is left. The text is constant and gets nothing but numbers to read.
 */
const SCRIPT = `
trap '' HUP INT TERM
groups=' '
while read -r sign group; do
  case $sign in
    +) groups="$groups$group " ;;
    -) case $groups in *" $group "*) groups="\${groups%% $group *} \${groups#* $group }" ;; esac ;;
  esac
done
signal=TERM
for pause in 1 0; do
  for group in $groups; do kill -s $signal -- "-$group" 2>/dev/null && left=yes; done
  [ "$left" ] || exit 0
  sleep $pause
  signal=KILL
done
`;

let process_: ChildProcess | undefined;

/**
 * Has a process group killed when this process ends without doing it itself, SIGKILL included. One small shell serves
 * the whole process and starts with the first group. Returns how to take the group off the list. Windows needs none:
 * there a child that is not detached ends with its parent.
 */
export function watchGroup(group: number): () => void {
  if (process.platform === "win32") return () => {};
  const watchdog = running();
  watchdog.stdin?.write(`+ ${group}\n`);
  return () => {
    if (watchdog.exitCode === null) watchdog.stdin?.write(`- ${group}\n`);
  };
}

function running(): ChildProcess {
  if (process_ && process_.exitCode === null && process_.signalCode === null) return process_;
  const started = spawn("/bin/sh", ["-c", SCRIPT], {
    detached: true,
    stdio: ["pipe", "ignore", "ignore"],
    env: { PATH: "/usr/bin:/bin" },
    cwd: "/",
  });
  started.on("error", () => {
    // Without /bin/sh children still end on close and on the end of their input.
  });
  started.stdin.on("error", () => {});
  started.unref();
  (started.stdin as unknown as { unref(): void }).unref();
  process_ = started;
  return started;
}
