import type { Log } from '../process/log.ts';
import type { Metrics } from '../process/metrics.ts';
import { enableActiveSpans, type Attributes, type Span, type SpanKind } from './span.ts';

type NewSpan = { name: string; kind: SpanKind; attributes?: Attributes };

/** Begins the spans of a process that have no span around them (docs/decisions/0060-a-trace-begins-at-the-gateway.md). */
export type Tracing = {
  /** Whether spans are exported. */
  isOn: boolean;
  /** Begins a trace if it is sampled. `linked`: the `traceparent` of another trace that this one points to. */
  begin(span: NewSpan, linked?: string): Span | undefined;
  /** Continues the trace of a `traceparent` from another process of the hub, if it is sampled. */
  resume(traceparent: string | null | undefined, span: NewSpan): Span | undefined;
  /** Exports what waits, for a few seconds at most. */
  close(): Promise<void>;
};

/** Tracing that is off. */
export const noTracing: Tracing = {
  isOn: false,
  begin: () => undefined,
  resume: () => undefined,
  close: () => Promise.resolve(),
};

/** `endpoint`: the base URL of the collector; without it tracing is off. `sampledShare`: of the traces that begin here. */
export type TracingOptions = {
  endpoint: string | undefined;
  sampledShare?: number;
  service: string;
  instance: string;
  log: Log;
  metrics: Metrics;
};

/** Opens tracing. Loads the code that exports spans only if they are exported. */
export async function openTracing({ endpoint, ...options }: TracingOptions): Promise<Tracing> {
  if (endpoint === undefined) return noTracing;
  const { startExporting } = await import('./export-spans.ts');
  enableActiveSpans();
  return startExporting({ ...options, endpoint });
}
