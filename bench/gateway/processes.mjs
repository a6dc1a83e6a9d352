// What processes cost, from /proc: CPU seconds (user and system; to the nanosecond, of ended children in ticks of 10 ms) and resident
// memory in MB.
import { readdirSync, readFileSync } from "node:fs";

const TICKS_PER_SECOND = 100;
const PAGE_BYTES = 4_096;

function processes() {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
        const fields = stat.slice(stat.lastIndexOf(") ") + 2).split(" ");
        const ofEnded = (Number(fields[13]) + Number(fields[14])) / TICKS_PER_SECOND;
        const argv = readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0");
        return [
          { pid: Number(pid), parent: Number(fields[1]), cpu: ofEnded + cpuOf(pid), pages: Number(fields[21]), argv },
        ];
      } catch {
        return [];
      }
    });
}

/** Of its threads, as the scheduler counts it. */
function cpuOf(pid) {
  const threads = readdirSync(`/proc/${pid}/task`);
  const nanoseconds = threads.map((id) =>
    Number(readFileSync(`/proc/${pid}/task/${id}/schedstat`, "utf8").split(" ")[0]),
  );
  return nanoseconds.reduce((sum, each) => sum + each, 0) / 1e9;
}

/** A process, all that it started, and what else was started from that folder. */
function familyOf(pid, folder) {
  const all = processes();
  const family = new Set([pid]);
  for (let size = 0; size !== family.size; ) {
    size = family.size;
    for (const each of all) if (family.has(each.parent)) family.add(each.pid);
  }
  const isOurs = ({ pid: each, argv }) => family.has(each) || argv[1]?.startsWith(folder);
  return all.filter(isOurs);
}

const isUpstream = ({ argv }) => argv[1]?.endsWith("upstream.mjs");

/** What the gateway has cost until now, and its upstreams beside it; `except` is the upstream that all share. */
export function costOf(pid, folder, except) {
  const family = familyOf(pid, folder).filter((each) => each.pid !== except);
  const sum = (list, key) => list.reduce((total, each) => total + each[key], 0);
  const gateway = family.filter((each) => !isUpstream(each));
  return {
    cpuSeconds: sum(gateway, "cpu"),
    cpuSecondsWithUpstream: sum(family, "cpu"),
    megabytes: (sum(gateway, "pages") * PAGE_BYTES) / 1_048_576,
  };
}

/** Ends a process and all that it started, and what else was started from that folder. */
export function endFamily(pid, folder, except) {
  for (const { pid: each } of familyOf(pid, folder)) {
    if (each === except) continue;
    try {
      process.kill(each, "SIGKILL");
    } catch {
      // It has ended by itself.
    }
  }
}
