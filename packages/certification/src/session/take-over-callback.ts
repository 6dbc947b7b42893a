/**
 * Takes the callback of the application over: at the hub it becomes passive, so that the run collects the events and pushes
 * them itself, late, twice or forged. The hub need not reach the application, nor the run.
 */
import { HubError, type Client } from '@order-hub/client';
import { parsedObject } from '../journal/entry.ts';
import { withJson, type Rule } from '../proxy/call.ts';
import { callbackIn, noCallback, type Callback } from './callback.ts';

export type TakenCallback = {
  rule: Rule;
  /** As the application sees it. */
  current(): Callback;
  /** Makes the existing callback passive. */
  take(): Promise<void>;
  /** Leaves the callback as the run found it. Returns why that is impossible. */
  restore(): Promise<string | undefined>;
};

const isEmpty = ({ url, events }: Callback) => url === null && Object.keys(events).length === 0;

/** `application`: the API, as the application; it must have called before. */
export function takenCallback(application: () => Client): TakenCallback {
  let current = noCallback;
  let found: Callback | undefined;
  let taking: Promise<void> | undefined;

  const read = async () => callbackIn(JSON.stringify(await application().retrieveCallback()));
  const save = async (callback: Callback) => {
    if (isEmpty(callback)) return application().deleteCallback();
    return application().saveCallback({ body: callback as Parameters<Client['saveCallback']>[0]['body'] });
  };

  async function takeOnce(): Promise<void> {
    found = await read();
    current = found;
    if (found.url !== null) await save({ ...found, url: null });
  }

  const take = () => (taking ??= takeOnce());

  return {
    current: () => current,
    take,
    async restore() {
      if (!found) return undefined;
      try {
        await save(found);
        return undefined;
      } catch (error) {
        if (!(error instanceof HubError)) throw error;
        return `The callback ${found.url ?? ''} is passive now, and cannot be restored: ${error.message}`;
      }
    },
    rule: {
      applies: ({ entry }) => /^\/callback\/?$/.test(entry.path),
      async answer(call, forward) {
        await take();
        const { method, body } = call.entry;
        const wanted = callbackIn(body);
        const isSaved = method === 'POST' && wanted.url !== null;
        const passive = { ...parsedObject(body), url: null };
        const answer = await forward(isSaved ? { ...call, body: Buffer.from(JSON.stringify(passive)) } : call);
        if (answer.status !== 200) return answer;
        if (method === 'DELETE') current = noCallback;
        else if (method === 'POST') current = wanted;
        if (method === 'DELETE' || current.url === null) return answer;
        return withJson(answer, { ...parsedObject(answer.body.toString()), url: current.url });
      },
    },
  };
}
