import { internalAgents, sendInternalRequest, type InternalAgents } from '../../process/internal-request.ts';
import type { Log } from '../../process/log.ts';
import type { Addresses, ServiceName } from '../../process/neighbours.ts';
import type { SigningKey } from '../../process/settings/signing-keys.ts';
import { serviceTokenHeader, serviceTokens } from '../../tokens/service-token.ts';
import { termsOf } from '../../contracts/topics.ts';
import type { OutgoingMessage, Rejection } from './port.ts';

const batchBytesMax = 4 * 1024 * 1024;
const batchCountMax = 200;
const sendTimeoutMs = 10_000;
const notifyTimeoutMs = 1_000;

/** `answers` by message id: `stored`, or why the receiver rejects the message. Send missing ids again; `failure` says why. */
export type Sent = { answers: Map<string, string>; failure?: string };

type SenderOptions = {
  service: ServiceName;
  addresses: Addresses;
  signingKey: SigningKey;
  log: Log;
};

/** Batches small enough to be handled within the timeout. A larger message gets its own batch. */
function* batches(messages: readonly OutgoingMessage[]): Generator<OutgoingMessage[]> {
  let batch: OutgoingMessage[] = [];
  let bytes = 0;
  for (const message of messages) {
    const size = message.body.length;
    if (batch.length === batchCountMax || (batch.length > 0 && bytes + size > batchBytesMax)) {
      yield batch;
      batch = [];
      bytes = 0;
    }
    batch.push(message);
    bytes += size;
  }
  if (batch.length > 0) yield batch;
}

/** The batch as JSON. Inserts the bodies unparsed: they are JSON text already. */
function render(messages: readonly OutgoingMessage[]): string {
  const rendered = messages.map(({ id, topic, key, body, request_id, traceparent }) => {
    const envelope = JSON.stringify({ id, topic, key, version: termsOf(topic).version, request_id, traceparent });
    return `${envelope.slice(0, -1)},"body":${body}}`;
  });
  return `{"messages":[${rendered.join(',')}]}`;
}

/** The answers of a receiver that has read the batch. Leaves out messages of topics that it does not know yet. */
function answersOf(to: ServiceName, batch: readonly OutgoingMessage[], text: string): Map<string, string> {
  // An older release tells nothing of unknown topics, and rejects them.
  const { rejected, unknown = [] } = JSON.parse(text) as { rejected: Rejection[]; unknown?: string[] };
  const answers = new Map(batch.map(({ id }) => [id, 'stored']));
  for (const { id, reason } of rejected) answers.set(id, `${to}: ${reason}`);
  for (const id of unknown) answers.delete(id);
  return answers;
}

/** Whether the request itself is at fault: sending it again would not help. */
const isRefusal = (status: number) => status === 400 || status === 413;

/** Posts messages to `/internal/messages` of another service. Throws when there is no answer in time. */
function openPost({ service, addresses, signingKey }: SenderOptions, agents: InternalAgents) {
  const tokenFor = serviceTokens(signingKey, service);
  return async (to: ServiceName, messages: readonly OutgoingMessage[], timeoutMs: number) => {
    const base = addresses[to];
    if (!base) throw new Error(`the address of ${to} is not set`);
    const headers = { [serviceTokenHeader]: await tokenFor(to) };
    const url = `${base}/internal/messages`;
    const request = { method: 'POST', url, headers, body: render(messages), mayRepeat: true };
    return sendInternalRequest({ ...request, agents, timeoutMs });
  };
}

/** Sends messages to other services over kept connections. */
export function openSender(options: SenderOptions) {
  const agents = internalAgents(4);
  const post = openPost(options, agents);

  /** Resends a refused batch message by message, so that a malformed message does not block the others. */
  async function sendBatch(to: ServiceName, batch: OutgoingMessage[], answers: Map<string, string>): Promise<void> {
    const { status, text } = await post(to, batch, sendTimeoutMs);
    if (status === 200) {
      for (const [id, answer] of answersOf(to, batch, text)) answers.set(id, answer);
    } else if (!isRefusal(status)) throw new Error(`${to} answered ${status}`);
    else if (batch.length === 1) for (const { id } of batch) answers.set(id, `${to}: ${text}`);
    else for (const message of batch) await sendBatch(to, [message], answers);
  }

  return {
    /** Sends in order, and stops at the first failure, to keep the order. Never throws. */
    async send(to: ServiceName, messages: readonly OutgoingMessage[]): Promise<Sent> {
      const answers = new Map<string, string>();
      try {
        for (const batch of batches(messages)) await sendBatch(to, batch, answers);
        const waits = messages.find(({ id }) => !answers.has(id));
        return waits ? { answers, failure: `${to} does not know ${waits.topic} yet` } : { answers };
      } catch (error) {
        return { answers, failure: `${to}: ${(error as Error).message}` };
      }
    },
    /** Sends a broadcast once, and ignores failures. Never throws. */
    async notify(to: ServiceName, messages: readonly OutgoingMessage[]): Promise<void> {
      try {
        for (const batch of batches(messages)) await post(to, batch, notifyTimeoutMs);
      } catch (error) {
        options.log.debug({ to, reason: (error as Error).message }, 'broadcast not received');
      }
    },
    close: () => agents.destroy(),
  };
}
