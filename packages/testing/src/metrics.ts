/** Reads the metrics of a process as Prometheus does. */

type MetricSample = { name: string; labels: Record<string, string>; value: number };

/** The samples of a text, and the names of its metrics. */
export type ReadMetrics = {
  names: string[];
  samples: MetricSample[];
  /** The sum of the samples with these labels among theirs; undefined when there is none. */
  sum(name: string, labels?: Record<string, string>): number | undefined;
};

const samplePattern = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)$/;

const labelsOf = (text: string) =>
  Object.fromEntries(
    [...text.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, name = '', value = '']) => [name, value]),
  );

const hasLabels = (sample: MetricSample, labels: Record<string, string>) =>
  Object.entries(labels).every(([name, value]) => sample.labels[name] === value);

/** Throws for a line that Prometheus could not read. */
export function parseMetrics(text: string): ReadMetrics {
  const lines = text.split('\n').filter(Boolean);
  const samples = lines.flatMap((line) => {
    if (line.startsWith('#')) return [];
    const [, name, labels = '', value = ''] = samplePattern.exec(line) ?? [];
    if (name === undefined) throw new Error(`Not a sample: ${line}`);
    return [{ name, labels: labelsOf(labels), value: Number(value) }];
  });
  return {
    names: lines.flatMap((line) => /^# TYPE (\S+)/.exec(line)?.[1] ?? []),
    samples,
    sum(name, labels = {}) {
      const found = samples.filter((sample) => sample.name === name && hasLabels(sample, labels));
      return found.length === 0 ? undefined : found.reduce((sum, { value }) => sum + value, 0);
    },
  };
}

/** Asks a process for its metrics. The same text is answered for three seconds. */
export async function readMetrics(url: string): Promise<ReadMetrics> {
  // A service that stops would wait for a connection that stays open.
  const response = await fetch(`${url}/metrics`, { headers: { connection: 'close' } });
  if (response.status !== 200) throw new Error(`${url}/metrics was answered ${response.status}`);
  return parseMetrics(await response.text());
}

const clockMs = performance.now.bind(performance);
let aheadMs = 0;

/** The metrics of a service in this process as they are now: the clock by which the same text is answered goes ahead. */
export async function readFreshMetrics(url: string): Promise<ReadMetrics> {
  aheadMs += 3_000;
  performance.now = () => clockMs() + aheadMs;
  return readMetrics(url);
}
