/** One poll: forwards the events that wait, the oldest first, and acknowledges those whose answer does. */
import { HubError, type Schemas } from '@order-hub/client';
import { isAcknowledged, type Acknowledge } from './acknowledgement.ts';
import type { ListeningApi } from './listening-api.ts';
import type { Answer } from './post-event.ts';
import type { Report } from './report.ts';
import { retrySeconds } from './waits.ts';

/** `forward` is undefined where events are only printed. */
export type Listening = {
  hub: ListeningApi;
  kinds: readonly string[];
  acknowledge: Acknowledge;
  forward: ((event_id: string, body: string) => Promise<Answer>) | undefined;
  report: Report;
  signal: AbortSignal;
};

/** Events that were not acknowledged, by id: how often they were sent, and when they are due again. */
export type Retries = Map<string, { attempts: number; dueMs: number }>;

type Summary = Schemas['EventSummary'];

/** While so many events wait for their next attempt, no others are forwarded. */
const retriesMax = 100;
/** Of other kinds, so many are passed over in search of those that are wanted. */
const passedMax = 1_000;

/** The oldest events of the wanted kinds, at least all that wait for their next attempt. */
async function listWanted({ hub, kinds, report, signal }: Listening): Promise<Summary[]> {
  const wanted: Summary[] = [];
  let passed = 0;
  for await (const summary of hub.api.listEvents({}, { signal })) {
    if (kinds.includes(`${summary.resource_type}.${summary.event_type}`)) wanted.push(summary);
    else passed += 1;
    if (wanted.length > retriesMax) break;
    if (passed === passedMax) {
      report.say(`More than ${passedMax} events of other kinds wait: later ones are not looked at.`);
      break;
    }
  }
  return wanted;
}

const isGone = (error: unknown) => error instanceof HubError && error.status === 404;

/** Somebody else may have acknowledged it meanwhile. */
async function unlessGone<Result>(call: Promise<Result>): Promise<Result | undefined> {
  return call.catch((error: unknown) => {
    if (isGone(error)) return undefined;
    throw error;
  });
}

/** Notes the attempt. Returns the seconds until the next one; null if the answer acknowledges the event. */
function noteAttempt({ acknowledge }: Listening, retries: Retries, event_id: string, answer: Answer | null) {
  if (answer === null || isAcknowledged(answer.status, acknowledge)) {
    retries.delete(event_id);
    return null;
  }
  const attempts = (retries.get(event_id)?.attempts ?? 0) + 1;
  const seconds = retrySeconds(attempts);
  retries.set(event_id, { attempts, dueMs: Date.now() + seconds * 1_000 });
  return seconds;
}

/** Returns the answer; null for an event that is only printed, or gone. */
async function forwardOne(listening: Listening, retries: Retries, event_id: string): Promise<Answer | null> {
  const { hub, forward, report, signal } = listening;
  const read = await unlessGone(hub.readEvent(event_id, { signal }));
  if (read === undefined) return null;
  const at = new Date();
  const answer = forward === undefined ? null : await forward(event_id, read.body);
  const seconds = noteAttempt(listening, retries, event_id, answer);
  report.tell({ event: read.event, at, answer, retrySeconds: seconds });
  if (seconds === null) await unlessGone(hub.api.deleteEvent({ event_id }, { signal }));
  return answer;
}

const isDue = (retries: Retries, event_id: string) => (retries.get(event_id)?.dueMs ?? 0) <= Date.now();

function forgetOthers(retries: Retries, events: readonly Summary[]): void {
  const ids = new Set(events.map(({ id }) => id));
  for (const id of retries.keys()) if (!ids.has(id)) retries.delete(id);
}

/** Returns how many events were forwarded. Throws HubError. */
export async function forwardWaiting(listening: Listening, retries: Retries): Promise<number> {
  const events = await listWanted(listening);
  forgetOthers(retries, events);
  const due = events.filter(({ id }) => isDue(retries, id));
  let count = 0;
  for (const { id } of due) {
    if (!retries.has(id) && retries.size >= retriesMax) break;
    const answer = await forwardOne(listening, retries, id);
    count += 1;
    // Where nobody answers, the next one would fail too.
    if (answer?.status === null) break;
  }
  return count;
}
