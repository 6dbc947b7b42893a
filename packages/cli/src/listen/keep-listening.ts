/** Polls until it is interrupted, and waits as long as the hub wants it to. */
import { setTimeout as sleep } from 'node:timers/promises';
import { HubError } from '@order-hub/client';
import { forwardWaiting, type Listening, type Retries } from './forward-waiting.ts';
import { outageSeconds, pollSeconds } from './waits.ts';

type State = { retries: Retries; idlePolls: number; failures: number };

const isAway = ({ status }: HubError) => status === 0 || status >= 500;

function secondsToNext({ hub }: Listening, { retries, idlePolls }: State): number {
  const due = [...retries.values()].map(({ dueMs }) => (dueMs - Date.now()) / 1_000);
  return Math.max(Math.min(pollSeconds(idlePolls, hub.rateWindows()), ...due), 0.1);
}

/** Returns the seconds until the next try. Throws what waiting does not mend. */
function afterFault({ report }: Listening, state: State, error: unknown): number {
  if (!(error instanceof HubError)) throw error;
  if (error.status === 429) {
    const seconds = Math.ceil(error.retryAfterSeconds ?? 5);
    report.say(`A rate limit of the connection is reached: listening goes on in ${seconds} s.`);
    return seconds;
  }
  if (!isAway(error)) throw error;
  state.failures += 1;
  if (state.failures === 1) report.say(`The hub does not answer (${error.message}): it is asked again until it does.`);
  return outageSeconds(state.failures);
}

async function poll(listening: Listening, state: State): Promise<number> {
  try {
    const count = await forwardWaiting(listening, state.retries);
    if (state.failures > 0) listening.report.say('The hub answers again.');
    state.failures = 0;
    state.idlePolls = count > 0 ? 0 : state.idlePolls + 1;
    return secondsToNext(listening, state);
  } catch (error) {
    listening.signal.throwIfAborted();
    return afterFault(listening, state, error);
  }
}

/** Ends when `signal` aborts. Throws HubError when the hub refuses, such as a token that was revoked. */
export async function keepListening(listening: Listening): Promise<void> {
  const { signal } = listening;
  const state: State = { retries: new Map(), idlePolls: 0, failures: 0 };
  try {
    for (;;) await sleep((await poll(listening, state)) * 1_000, undefined, { signal });
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
