/** Gauges whose values take a query: read one after the other, and never twice at the same time. */
import type { Gauge } from 'prom-client';
import { gauge, type DeclaredGauge } from './metric.ts';

/** The value of a gauge. */
export type Sample = { gauge: DeclaredGauge<string>; labels: Readonly<Record<string, string>>; value: number };

export const sample = <Label extends string>(
  of: DeclaredGauge<Label>,
  labels: Readonly<Record<Label, string>>,
  value: number,
): Sample => ({ gauge: of, labels, value });

/** Reads some gauges, at a bounded cost. Throws while what it asks is unavailable. */
export type Reading = { name: string; read(): Promise<readonly Sample[]> };

const succeeded = gauge(
  'hub_reading_succeeded',
  'Whether the latest query for metrics succeeded (1) or failed (0), by what it reads. After a failure its gauges are absent.',
  ['reading'],
);

type GaugeOf = (declared: DeclaredGauge<string>) => Gauge;

/** Shows the samples of one reading in place of those of the one before. */
function openSamples(gaugeOf: GaugeOf) {
  let shown: readonly Sample[] = [];
  return (samples: readonly Sample[]): void => {
    for (const { gauge: declared, labels } of shown) gaugeOf(declared).remove(labels);
    for (const { gauge: declared, labels, value } of samples) gaugeOf(declared).set(labels, value);
    shown = samples;
  };
}

export function openReadings(gaugeOf: GaugeOf) {
  const readings: (() => Promise<void>)[] = [];
  let running: Promise<void> | undefined;

  async function runAll(): Promise<void> {
    for (const run of readings) await run();
  }

  return {
    add({ name, read }: Reading): void {
      const show = openSamples(gaugeOf);
      readings.push(async () => {
        const samples = await read().catch(() => undefined);
        show(samples ?? []);
        gaugeOf(succeeded).set({ reading: name }, samples ? 1 : 0);
      });
    },
    /** Runs every reading once. Joins a run that has not ended yet. Never throws. */
    run: (): Promise<void> => (running ??= runAll().finally(() => (running = undefined))),
  };
}
