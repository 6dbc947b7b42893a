import { connectionOpener } from '@order-hub/shared/open-connection';
import { postOnce } from '@order-hub/shared/post-once';
import type { Entry } from '../journal/entry.ts';
import type { Journal } from '../journal/journal.ts';
import type { PushedText } from './forgery.ts';

type Receiver = { url: string; journal: Journal; deadlineMs: number };

const open = connectionOpener();

const codeOf = (error: unknown) => {
  const { name, message, code } = error as Error & { code?: string };
  return name === 'TimeoutError' ? 'no answer in time' : (code ?? message);
};

/** POSTs once, as the hub does. Follows no redirect. Never throws: the entry says what came back. */
export async function postPush({ label, body, headers }: PushedText, receiver: Receiver): Promise<Entry> {
  const { url, journal, deadlineMs } = receiver;
  const entry = journal.begin({ direction: 'push', method: 'POST', path: url, body, label });
  try {
    const { status, close } = await postOnce({ url, headers, body }, open, AbortSignal.timeout(deadlineMs));
    journal.end(entry, { status });
    close();
  } catch (error) {
    journal.end(entry, { status: 0, fault: codeOf(error) });
  }
  return entry;
}

/** Whether the push acknowledges the event (docs/api/events.md#acknowledgement). */
export const isAcknowledged = ({ status = 0 }: Entry, acknowledge: '2xx' | undefined) =>
  status >= 200 && status <= (acknowledge === '2xx' ? 299 : 499);
