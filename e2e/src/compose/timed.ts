/** Prints how long a step took, in seconds. */
export async function timed<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  const startMs = performance.now();
  const result = await work();
  process.stdout.write(`${name}: ${((performance.now() - startMs) / 1000).toFixed(1)} s\n`);
  return result;
}
