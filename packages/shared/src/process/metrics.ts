/** The metrics of one process (docs/metrics.md): its own registry, so that tests can run several services. */
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { DeclaredCounter, DeclaredGauge, DeclaredHistogram } from './metric.ts';
import { openReadings, type Reading } from './readings.ts';
import { settledWithin } from './slots/waiting.ts';

type Labels<Label extends string> = Readonly<Record<Label, string>>;

export type Metrics = {
  /** The counter of this process. Calls with the same declaration share it. */
  counter<Label extends string>(declared: DeclaredCounter<Label>): Pick<Counter<Label>, 'inc'>;
  /** The histogram of this process. Calls with the same declaration share it. */
  histogram<Label extends string>(declared: DeclaredHistogram<Label>): Pick<Histogram<Label>, 'observe'>;
  /** Adds a value, which is read when somebody asks for the metrics. */
  gauge<Label extends string>(declared: DeclaredGauge<Label>, labels: Labels<Label>, read: () => number): void;
  /** Adds values that take a query. */
  addReading(reading: Reading): void;
  /** The text for `GET /metrics`. Whoever asks within three seconds gets the same text, so many that ask cost no more than one. */
  render(): Promise<string>;
};

/** The media type of the text. */
export const metricsType = Registry.PROMETHEUS_CONTENT_TYPE;

/** Whoever asks within `renderedMs` gets the same text. Readings that take longer than `readingsMs` appear in a later one. */
type MetricsOptions = { renderedMs?: number; readingsMs?: number };

/** The event loop is looked at so often. Every 10 ms, which is the default, an idle process takes four times the processor time. */
const eventLoopMs = 50;

type Source = { labels: Labels<string>; read: () => number };

/** The gauges with several sources: each sets the value of its own labels. */
function openGauges(registry: Registry) {
  const sourcesOf = new Map<string, Source[]>();
  return (declared: DeclaredGauge<string>, source: Source): void => {
    const { name, help, labels } = declared;
    const known = sourcesOf.get(name);
    if (known) return void known.push(source);
    const sources = [source];
    sourcesOf.set(name, sources);
    const made = new Gauge({
      ...{ name, help, labelNames: labels, registers: [registry] },
      collect: () => sources.forEach(({ labels: own, read }) => made.set(own, read())),
    });
  };
}

/** Returns what the registry has of this name, or makes it. */
function openShared(registry: Registry) {
  return <Made>(name: string, make: () => Made): Made => (registry.getSingleMetric(name) as Made | undefined) ?? make();
}

export function openMetrics({ renderedMs = 3_000, readingsMs = 1_000 }: MetricsOptions = {}): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: eventLoopMs });
  const shared = openShared(registry);
  const addSource = openGauges(registry);
  const readings = openReadings(({ name, help, labels }) =>
    shared(name, () => new Gauge({ name, help, labelNames: labels, registers })),
  );
  let rendered: { text: Promise<string>; atMs: number } | undefined;

  async function renderNow(): Promise<string> {
    await settledWithin(readingsMs, readings.run());
    return registry.metrics();
  }

  return {
    counter: ({ name, help, labels }) => shared(name, () => new Counter({ name, help, labelNames: labels, registers })),
    histogram: ({ name, help, labels, buckets }) =>
      shared(name, () => new Histogram({ name, help, labelNames: labels, buckets: [...buckets], registers })),
    gauge: (declared, labels, read) => addSource(declared, { labels, read }),
    addReading: readings.add,
    render() {
      const nowMs = performance.now();
      if (!rendered || nowMs - rendered.atMs >= renderedMs) rendered = { text: renderNow(), atMs: nowMs };
      return rendered.text;
    },
  };
}
