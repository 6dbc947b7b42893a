/** Exports spans to an OpenTelemetry collector over OTLP/HTTP, in the background. Only open-tracing.ts imports this file. */
import {
  ROOT_CONTEXT,
  SpanKind as Kinds,
  SpanStatusCode,
  trace,
  TraceFlags,
  type Link,
  type Span as SdkSpan,
  type SpanContext,
  type Tracer,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { AlwaysOnSampler, BasicTracerProvider } from '@opentelemetry/sdk-trace-base';
import { settledWithin } from '../process/slots/waiting.ts';
import type { Attributes, Span, SpanKind } from './span.ts';
import { boundedQueue, exportTimeoutMs, type QueueOptions } from './span-queue.ts';
import { readTraceparent, traceparentOf, type SpanPlace } from './traceparent.ts';
import type { Tracing } from './tracing.ts';

const kinds: Record<SpanKind, Kinds> = {
  server: Kinds.SERVER,
  client: Kinds.CLIENT,
  producer: Kinds.PRODUCER,
  consumer: Kinds.CONSUMER,
  internal: Kinds.INTERNAL,
};

const contextOf = ({ traceId, spanId }: SpanPlace): SpanContext => ({
  traceId,
  spanId,
  traceFlags: TraceFlags.SAMPLED,
  isRemote: true,
});

type Started = { name: string; kind: SpanKind; attributes?: Attributes | undefined };
type Origin = { parent?: SpanContext; links?: Link[] };

function startSpan(tracer: Tracer, { name, kind, attributes = {} }: Started, { parent, links = [] }: Origin): Span {
  const context = parent ? trace.setSpanContext(ROOT_CONTEXT, parent) : ROOT_CONTEXT;
  return spanOf(tracer, tracer.startSpan(name, { kind: kinds[kind], attributes: { ...attributes }, links }, context));
}

function spanOf(tracer: Tracer, span: SdkSpan): Span {
  const own = span.spanContext();
  return {
    traceparent: traceparentOf(own),
    child: (name, kind, attributes) => startSpan(tracer, { name, kind, attributes }, { parent: own }),
    rename: (name) => void span.updateName(name),
    set: (attributes) => void span.setAttributes({ ...attributes }),
    end(failure) {
      if (failure !== undefined) span.setStatus({ code: SpanStatusCode.ERROR }).setAttribute('error.type', failure);
      span.end();
    },
  };
}

function linksTo(traceparent: string | undefined): Link[] {
  const linked = traceparent === undefined ? undefined : readTraceparent(traceparent);
  return linked ? [{ context: contextOf(linked) }] : [];
}

/** `endpoint`: the base URL of the collector. `sampledShare`: of the traces that begin here. */
export type ExportOptions = QueueOptions & {
  endpoint: string;
  sampledShare?: number;
  service: string;
  instance: string;
};

function openProvider({ endpoint, service, instance, ...queued }: ExportOptions): BasicTracerProvider {
  const exporter = new OTLPTraceExporter({ url: `${endpoint}/v1/traces`, timeoutMillis: exportTimeoutMs });
  return new BasicTracerProvider({
    resource: resourceFromAttributes({
      'service.namespace': 'order-hub',
      'service.name': service,
      'service.instance.id': instance,
    }),
    // Whether a trace is sampled was decided before its first span is made.
    sampler: new AlwaysOnSampler(),
    spanProcessors: [boundedQueue(exporter, queued)],
  });
}

const closeMs = 2_000;

/** Starts exporting. A process without a collector loses its spans and nothing else. */
export function startExporting({ sampledShare = 0, ...options }: ExportOptions): Tracing {
  const provider = openProvider(options);
  const tracer = provider.getTracer('order-hub');
  return {
    isOn: true,
    begin: (span, linked) =>
      Math.random() < sampledShare ? startSpan(tracer, span, { links: linksTo(linked) }) : undefined,
    resume(traceparent, span) {
      const parent = traceparent ? readTraceparent(traceparent) : undefined;
      return parent?.isSampled ? startSpan(tracer, span, { parent: contextOf(parent) }) : undefined;
    },
    close: () => settledWithin(closeMs, provider.shutdown()),
  };
}
