/** The spans of messages: sent by a relay, handled by a consumer. Each is part of the trace of the request behind its message. */
import { failureName, type Span, type SpanKind } from '../tracing/span.ts';
import type { Tracing } from '../tracing/tracing.ts';
import type { Bus, Message, OutgoingMessage, Published } from './bus/port.ts';

type Traced = Pick<OutgoingMessage, 'id' | 'topic' | 'traceparent'>;

const spanOf = (tracing: Tracing, action: 'send' | 'process', kind: SpanKind, { id, topic, traceparent }: Traced) =>
  tracing.resume(traceparent, {
    name: `${action} ${topic}`,
    kind,
    attributes: {
      'messaging.system': 'order_hub',
      'messaging.operation.name': action,
      'messaging.operation.type': action,
      'messaging.destination.name': topic,
      'messaging.message.id': id,
    },
  });

/** The spans of the messages that are traced, by the ids of the messages. */
function spansOf(tracing: Tracing, action: 'send' | 'process', kind: SpanKind, messages: readonly Traced[]) {
  const spans = new Map<string, Span>();
  for (const message of messages) {
    const span = spanOf(tracing, action, kind, message);
    if (span) spans.set(message.id, span);
  }
  return spans;
}

/** The messages, each with the `traceparent` of its span, so that what follows continues there. */
const within = <Some extends Traced>(spans: ReadonlyMap<string, Span>, messages: readonly Some[]): Some[] =>
  messages.map((message) => {
    const span = spans.get(message.id);
    return span ? { ...message, traceparent: span.traceparent } : message;
  });

/** Publishes messages. */
export async function publishTraced(
  bus: Bus,
  tracing: Tracing,
  messages: readonly OutgoingMessage[],
): Promise<Published> {
  if (!tracing.isOn) return bus.publish(messages);
  const spans = spansOf(tracing, 'send', 'producer', messages);
  const published = await bus.publish(within(spans, messages));
  const stored = new Set(published.stored);
  for (const [id, span] of spans) span.end(stored.has(id) ? undefined : 'not_stored');
  return published;
}

/** Handles a batch of messages. */
export async function handleTraced(
  tracing: Tracing,
  messages: Message[],
  handle: (messages: Message[]) => Promise<void>,
): Promise<void> {
  if (!tracing.isOn) return handle(messages);
  const spans = spansOf(tracing, 'process', 'consumer', messages);
  let failure: string | undefined;
  try {
    await handle(within(spans, messages));
  } catch (error) {
    failure = failureName(error);
    throw error;
  } finally {
    for (const span of spans.values()) span.end(failure);
  }
}
