import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

/** What the echo server answers with: the request as it arrived. */
export interface Echo {
  readonly method: string;
  readonly path: string;
  readonly rawQuery: string;
  readonly headers: Record<string, string>;
  readonly rawHeaders: string[];
  readonly body: { readonly text: string; readonly base64: string; readonly length: number };
  readonly parts?: {
    name: string;
    filename: string | null;
    contentType: string | null;
    text: string;
    base64: string;
  }[];
}

/** The echo server of the corpus as a process of its own, on a free loopback port. */
export async function startEcho(): Promise<{ readonly url: string; readonly port: number; stop(): Promise<void> }> {
  const child = spawn(process.execPath, [fileURLToPath(new URL("./corpus/echo-server.mjs", import.meta.url)), "0"], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.once("data", (data) => resolve(String(data).trim()));
    child.once("exit", (code) => reject(new Error(`the echo server ended with ${code}`)));
  });
  return {
    url,
    port: Number(new URL(url).port),
    stop: () =>
      new Promise((resolve) => {
        child.once("exit", () => resolve());
        child.kill();
      }),
  };
}
