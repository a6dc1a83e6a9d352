import { spawn, spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { stripVTControlCharacters } from "node:util";

/** A program on a terminal of its own, and the person in front of it. */
export interface Terminal {
  /** Types these keys. */
  type(keys: string): void;
  /** Waits until that has been drawn since the last wait, and gives the words of all that was. */
  shows(pattern: RegExp): Promise<string>;
  /** Waits until the program has ended by itself; its exit code. */
  ended(): Promise<number | null>;
  /** Ends it as by closing the window. */
  close(): void;
}

/** Keys that have no letter. */
export const keys = { enter: "\r", down: "\u001B[B", escape: "\u001B", end: "\u0004" } as const;

/** Of util-linux, which every Debian has: a terminal for a program whose input and output are no terminal. */
const SCRIPT = "script";

/** So long a person waits for anything. */
const PATIENCE_MS = 60_000;

/** Why there are no terminals here. */
export function noTerminal(): string | undefined {
  const { stdout = "" } = spawnSync(SCRIPT, ["--version"], { encoding: "utf8" });
  return stdout?.includes("util-linux") ? undefined : "the script of util-linux is not there";
}

/** Starts a program on a terminal of 40 lines and 120 columns. */
export function terminal(
  command: readonly [string, ...string[]],
  { cwd, env }: { readonly cwd: string; readonly env: Record<string, string> },
): Terminal {
  const words = command.map((word) => `'${word.replaceAll("'", `'\\''`)}'`).join(" ");
  const child = spawn(SCRIPT, ["-qefc", `stty rows 40 cols 120; exec ${words}`, "/dev/null"], {
    cwd,
    env: { ...env, TERM: "xterm-256color" },
    stdio: ["pipe", "pipe", "ignore"],
  });
  let drawn = "";
  let end: { readonly code: number | null } | undefined;
  const changed = new EventTarget();
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
    drawn += chunk;
    changed.dispatchEvent(new Event("change"));
  });
  child.once("close", (code) => {
    end = { code };
    changed.dispatchEvent(new Event("change"));
  });
  child.stdin.on("error", () => {});

  const until = <Found>(find: () => Found | undefined, what: string): Promise<Found> =>
    new Promise((resolve, reject) => {
      const fail = (why: string) => finish(() => reject(new Error(`${what} ${why}. Drawn since:\n${text(drawn)}`)));
      const timer = setTimeout(() => fail(`did not come within ${PATIENCE_MS} ms`), PATIENCE_MS);
      const look = () => {
        const found = find();
        if (found !== undefined) finish(() => resolve(found));
        else if (end) fail(`did not come before the program ended with ${end.code}`);
      };
      const finish = (settle: () => void) => {
        clearTimeout(timer);
        changed.removeEventListener("change", look);
        settle();
      };
      changed.addEventListener("change", look);
      look();
    });

  return {
    type: (pressed) => void child.stdin.write(pressed),
    async shows(pattern) {
      const shown = await until(() => (pattern.test(text(drawn)) ? text(drawn) : undefined), String(pattern));
      drawn = "";
      return shown;
    },
    ended: async () => (await until(() => end, "The end")).code,
    close: () => void child.kill("SIGKILL"),
  };
}

/** The words of output, without colours and moves of the cursor, and with one blank between them. */
function text(output: string): string {
  return stripVTControlCharacters(output).replaceAll(/\s+/g, " ");
}

/** The processes that belong to a home: by their environment, or as they were started. */
export function processesOf(home: string): { readonly id: number; readonly command: string }[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((id) => {
      const [line, environment] = ["cmdline", "environ"].map((file) => {
        try {
          return readFileSync(`/proc/${id}/${file}`, "utf8");
        } catch {
          // It has ended in the meantime, or is somebody else's.
          return "";
        }
      });
      const isOurs = line?.includes(home) || environment?.includes(`HOME=${home}\0`);
      return isOurs && Number(id) !== process.pid
        ? [{ id: Number(id), command: line?.replaceAll("\0", " ") ?? "" }]
        : [];
    });
}
