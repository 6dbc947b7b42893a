/**
 * Takes the callback of the application over: at the hub it becomes passive, so that the run collects the events and pushes
 * them itself, late, twice or forged. The hub need not reach the application, nor the run.
 */
import { HubError, type Client } from '@order-hub/client';
import { parsedObject } from '../journal/entry.ts';
import { withJson, type Answer, type Call, type Forward, type Rule } from '../proxy/call.ts';
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

const read = async (application: Client) => callbackIn(JSON.stringify(await application.retrieveCallback()));

async function save(application: Client, callback: Callback): Promise<void> {
  if (isEmpty(callback)) await application.deleteCallback();
  else await application.saveCallback({ body: callback });
}

/** Restores what was found. Returns why that is impossible. */
async function putBack(application: Client, found: Callback): Promise<string | undefined> {
  try {
    await save(application, found);
    return undefined;
  } catch (error) {
    if (!(error instanceof HubError)) throw error;
    return `The callback ${found.url ?? ''} is passive now, and cannot be restored: ${error.message}`;
  }
}

/** Saves a callback as passive. */
function forwardPassive(call: Call, forward: Forward): Promise<Answer> {
  const { method, body } = call.entry;
  if (method !== 'POST' || callbackIn(body).url === null) return forward(call);
  return forward({ ...call, body: Buffer.from(JSON.stringify({ ...parsedObject(body), url: null })) });
}

/** `application`: the API, as the application; it must have called before. */
export function takenCallback(application: () => Client): TakenCallback {
  let current = noCallback;
  let found: Callback | undefined;
  let taking: Promise<void> | undefined;

  async function takeOnce(): Promise<void> {
    found = await read(application());
    current = found;
    if (found.url !== null) await save(application(), { ...found, url: null });
  }
  const take = () => (taking ??= takeOnce());

  return {
    current: () => current,
    take,
    restore: async () => found && putBack(application(), found),
    rule: {
      applies: ({ entry }) => entry.path === '/callback',
      async answer(call, forward) {
        await take();
        const answer = await forwardPassive(call, forward);
        const { method, body } = call.entry;
        if (answer.status !== 200) return answer;
        if (method === 'DELETE') current = noCallback;
        if (method === 'POST') current = callbackIn(body);
        if (method === 'DELETE' || current.url === null) return answer;
        return withJson(answer, { ...parsedObject(answer.body.toString()), url: current.url });
      },
    },
  };
}
