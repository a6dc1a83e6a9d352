/** The methods of a console that write to stdout. A test runner's own console does not go through `process.stdout`. */
const methods = ["log", "info", "debug", "dir"] as const;

/** What was written to stdout while the work ran. Nothing of it is shown. */
export async function capturedOutput(work: () => Promise<void>): Promise<string> {
  const written: string[] = [];
  const write = process.stdout.write;
  const kept = methods.map((method) => [method, console[method]] as const);
  process.stdout.write = ((chunk: string | Uint8Array): boolean => {
    written.push(typeof chunk === "string" ? chunk : Buffer.from(chunk).toString("utf8"));
    return true;
  }) as typeof write;
  for (const method of methods) console[method] = (...words: unknown[]) => written.push(`${words.join(" ")}\n`);
  try {
    await work();
  } finally {
    process.stdout.write = write;
    for (const [method, original] of kept) console[method] = original;
  }
  return written.join("");
}
