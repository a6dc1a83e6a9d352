import { type ChildProcess, spawn } from "node:child_process";
import { killGroup } from "./kill-group.js";

/**
 * What the watchdog runs: it reads "+ group" and "- group" lines, and when its input ends, which is when this process is
 * gone however it went, it ends every group that is left. The text is constant and gets nothing but numbers to read.
 */
const script = `
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

const groups = new Set<number>();
let watchdog: ChildProcess | undefined;

/**
 * Has a process group ended when this process ends without doing it itself, SIGKILL included. One small shell serves the
 * whole process and starts with the first group. Returns how to take the group off the list. Windows needs no shell: there
 * a child that is not detached ends with its parent.
 */
export function watchGroup(group: number): () => void {
  if (groups.size === 0) process.on("exit", endGroups);
  groups.add(group);
  if (isWatching(watchdog)) watchdog.stdin?.write(`+ ${group}\n`);
  else if (process.platform !== "win32") watchdog = startWatchdog();
  return () => {
    groups.delete(group);
    if (groups.size === 0) process.off("exit", endGroups);
    if (isWatching(watchdog)) watchdog.stdin?.write(`- ${group}\n`);
  };
}

function startWatchdog(): ChildProcess {
  const started = spawn("/bin/sh", ["-c", script], {
    detached: true,
    stdio: ["pipe", "ignore", "ignore"],
    env: { PATH: "/usr/bin:/bin" },
    cwd: "/",
  });
  started.on("error", () => {
    // Without /bin/sh children still end when this process exits; only SIGKILL leaves them.
  });
  started.stdin.on("error", () => {});
  for (const group of groups) started.stdin.write(`+ ${group}\n`);
  started.unref();
  (started.stdin as unknown as { unref(): void }).unref();
  return started;
}

/** The watchdog leaves them time after SIGTERM; where there is none, nobody is left to wait for them. */
function endGroups(): void {
  if (isWatching(watchdog)) return;
  for (const group of groups) killGroup(group, "SIGKILL");
}

function isWatching(started: ChildProcess | undefined): started is ChildProcess {
  return started?.pid !== undefined && started.exitCode === null && started.signalCode === null;
}
