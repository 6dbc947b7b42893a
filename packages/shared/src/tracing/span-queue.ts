/** The spans that wait to be exported: bounded, counted, and exported without anyone waiting. Used by export-spans.ts only. */
import { BatchSpanProcessor, type SpanExporter, type SpanProcessor } from '@opentelemetry/sdk-trace-base';
import { reasonOf, type Log } from '../process/log.ts';
import { counter } from '../process/metric.ts';
import type { Metrics } from '../process/metrics.ts';

/** How long one export may take. */
export const exportTimeoutMs = 5_000;
const batchMax = 512;
/** Some 2 MB. More spans are dropped. */
const waitingMax = 4_096;

const spansTotal = counter(
  'hub_spans_total',
  'Spans of sampled traces, by outcome: "exported", "failed" when the collector did not take them, "dropped" when too many waited.',
  ['outcome'],
);

/** Logs the first failed export, and the first successful one after it. */
function failureLog(log: Log) {
  let isFailing = false;
  return (error: Error | undefined): void => {
    const fails = error !== undefined;
    if (fails && !isFailing) log.warn({ reason: reasonOf(error) }, 'traces cannot be exported');
    if (!fails && isFailing) log.info({}, 'traces are exported again');
    isFailing = fails;
  };
}

const succeeded = 0;

export type QueueOptions = { log: Log; metrics: Metrics; exportEveryMs?: number };

/** Queues spans for an exporter. Counts those that are exported and those that are lost. */
export function boundedQueue(
  exporter: SpanExporter,
  { log, metrics, exportEveryMs = 1_000 }: QueueOptions,
): SpanProcessor {
  const total = metrics.counter(spansTotal);
  for (const outcome of ['exported', 'failed', 'dropped']) total.inc({ outcome }, 0);
  const note = failureLog(log);
  let waiting = 0;

  const counted: SpanExporter = {
    export(spans, done) {
      waiting -= spans.length;
      exporter.export(spans, (result) => {
        const isExported = (result.code as number) === succeeded;
        total.inc({ outcome: isExported ? 'exported' : 'failed' }, spans.length);
        note(isExported ? undefined : (result.error ?? new Error('the collector refused them')));
        done(result);
      });
    },
    shutdown: () => exporter.shutdown(),
  };
  const queue = new BatchSpanProcessor(counted, {
    scheduledDelayMillis: exportEveryMs,
    exportTimeoutMillis: exportTimeoutMs,
    maxExportBatchSize: batchMax,
    maxQueueSize: waitingMax,
  });

  return {
    onStart: () => undefined,
    onEnd(span) {
      if (waiting >= waitingMax) return total.inc({ outcome: 'dropped' });
      waiting += 1;
      queue.onEnd(span);
    },
    forceFlush: () => queue.forceFlush(),
    shutdown: () => queue.shutdown(),
  };
}
