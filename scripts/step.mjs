/**
 * Runs one step, `{ name, run }`, and says how it goes: a line when it starts and one when it ends, followed by what it printed
 * where it failed. A step fails by a `code` other than 0 or by throwing. Resolves to `{ name, isGood, seconds }`.
 */
export async function runStep({ name, run }) {
  const start = performance.now();
  console.log(`… ${name}`);
  const { code = 0, output = "" } = (await run().catch((error) => ({ code: 1, output: error.message }))) ?? {};
  const seconds = `${((performance.now() - start) / 1000).toFixed(1)} s`;
  const isGood = code === 0;
  console.log(isGood ? `✓ ${name} (${seconds})` : `✗ ${name} (${seconds})\n${output}`);
  return { name, isGood, seconds };
}

/** Runs steps, at most `limit` at a time, and resolves to how each one went. */
export async function runTogether(steps, limit) {
  const queue = [...steps];
  const ended = [];
  const worker = async () => {
    for (let step = queue.shift(); step; step = queue.shift()) ended.push(await runStep(step));
  };
  await Promise.all(Array.from({ length: limit }, worker));
  return ended;
}

/** Prints one line for each step that has ended, and sets the process's exit code. */
export function summarize(ended) {
  console.log("");
  for (const { name, isGood, seconds } of ended) console.log(`${isGood ? "ok    " : "FAILED"} ${name} (${seconds})`);
  process.exitCode = ended.every(({ isGood }) => isGood) ? 0 : 1;
}
