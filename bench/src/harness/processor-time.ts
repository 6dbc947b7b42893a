/** Processor time of short work, in this process. */
const times = 50_000;
const rounds = 5;

const median = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;

/** Microseconds of processor time of one call: the median of the rounds after the first. */
export async function microseconds(work: () => unknown): Promise<number> {
  const measured: number[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    const before = process.cpuUsage();
    for (let time = 0; time < times; time += 1) await work();
    const { user, system } = process.cpuUsage(before);
    if (round > 0) measured.push((user + system) / times);
  }
  return median(measured);
}
