/**
 * Runs steps, at most `limit` at a time, and says how each one goes: a line when it starts and one when it ends, followed by
 * what it printed where it failed. Resolves to the names of those that failed.
 */
export async function runTogether(steps, limit) {
  const queue = [...steps];
  const ended = [];
  const worker = async () => {
    for (let step = queue.shift(); step; step = queue.shift()) {
      const start = performance.now();
      console.log(`… ${step.name}`);
      const { code, output = "" } = await step.run();
      const seconds = `${((performance.now() - start) / 1000).toFixed(1)} s`;
      ended.push({ name: step.name, isGood: code === 0, seconds });
      console.log(code === 0 ? `✓ ${step.name} (${seconds})` : `✗ ${step.name} (${seconds})\n${output}`);
    }
  };
  await Promise.all(Array.from({ length: limit }, worker));

  console.log("");
  for (const { name, isGood, seconds } of ended) console.log(`${isGood ? "ok    " : "FAILED"} ${name} (${seconds})`);
  return ended.filter(({ isGood }) => !isGood).map(({ name }) => name);
}
