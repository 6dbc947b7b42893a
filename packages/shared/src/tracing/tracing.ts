import type { Attributes, Span, SpanKind } from './span.ts';

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
