/** Starts this service on a fresh database, with receivers of callbacks, and messages as other services send them. */
import { changeKey, type Change } from '@order-hub/shared/changes';
import { topics, type Body, type Topic } from '@order-hub/shared/topics';
import { openDatabase, type Database } from '@order-hub/shared/database';
import { encryptSecret } from '@order-hub/shared/encryption';
import { newId } from '@order-hub/shared/ids';
import { silentLog } from '@order-hub/shared/log';
import { aCaller, callOn, testInternalKeys, type TestCaller } from '@order-hub/testing/call';
import { freshDatabase } from '@order-hub/testing/fresh-database';
import { readConfig } from '../src/config.ts';
import { startEvents } from '../src/service.ts';

export const encryptionKeys = ['encryption-key-of-the-tests-0123456789abcdef'];
export const clientSecret = 'the secret of a client';

type Settings = Record<string, string>;

const settingsFor = (url: string, settings: Settings) =>
  readConfig({
    HOST: '127.0.0.1',
    PORT: '0',
    DATABASE_URL: url,
    HUB_INTERNAL_KEYS: testInternalKeys.join(','),
    HUB_ENCRYPTION_KEYS: encryptionKeys.join(','),
    CALLBACK_ALLOWED_NETWORKS: '127.0.0.0/8,::1/128',
    ...settings,
  });

export type TestMessage = { id: string; topic: Topic; key: string; version: number; body: unknown };

export const changeMessage = (body: Change): TestMessage => ({
  id: newId(),
  topic: 'change',
  key: changeKey(body),
  version: topics.change.version,
  body,
});

/** The service, its database and what tests do with both. Stop it after the tests. */
export async function startTestService(settings: Settings = {}) {
  const database = await freshDatabase();
  const db: Database = openDatabase({ url: database.url, schema: 'events', poolSize: 4 });
  const config = settingsFor(database.url, settings);
  let running = await startEvents(config, silentLog);
  const call: ReturnType<typeof callOn> = (route, options) => callOn(running.port)(route, options);

  async function sendNow(messages: TestMessage[]): Promise<{ id: string; reason: string }[]> {
    const answer = await call('POST /internal/messages', { internal: 'events', body: { messages } });
    if (answer.status !== 200)
      throw new Error(`messages were answered ${answer.status}: ${JSON.stringify(answer.body)}`);
    return answer.body.rejected;
  }

  // One delivery per sender at a time, as the direct bus has it.
  let turn: Promise<unknown> = Promise.resolve();
  function send(...messages: TestMessage[]): Promise<{ id: string; reason: string }[]> {
    const sent = turn.then(() => sendNow(messages));
    turn = sent.catch(() => undefined);
    return sent;
  }

  const connectionOf = async (
    caller: TestCaller,
    overrides: Partial<Body<'connection'>> = {},
  ): Promise<Body<'connection'>> => ({
    id: caller.connection_id,
    version: 1,
    status: 'active',
    token_digest: newId(),
    client_id: caller.client_id,
    client_name: caller.client_name,
    name: null,
    account_id: caller.account?.id ?? null,
    location_id: caller.location_id,
    catalog_id: caller.catalog_id,
    customer_list_id: caller.customer_list_id,
    scope: caller.scope,
    client_secret: await encryptSecret(encryptionKeys, clientSecret, `client:${caller.client_id}`),
    ...overrides,
  });

  const sendConnection = async (caller: TestCaller, overrides: Partial<Body<'connection'>> = {}) => {
    const body = await connectionOf(caller, overrides);
    return send({ id: newId(), topic: 'connection', key: body.id, version: topics.connection.version, body });
  };

  /** A connection whose message has come, with a callback. */
  async function subscriber(
    events: Record<string, string[]>,
    url: string | null = null,
    overrides: Partial<TestCaller> = {},
  ) {
    const caller = aCaller(overrides);
    await sendConnection(caller);
    const answer = await call('POST /callback', { as: caller, body: { url, events } });
    if (answer.status !== 200)
      throw new Error(`POST /callback was answered ${answer.status}: ${JSON.stringify(answer.body)}`);
    return caller;
  }

  const listed = async (caller: TestCaller) => (await call('GET /callback/events', { as: caller })).body;

  return {
    db,
    call,
    send,
    sendConnection,
    subscriber,
    listed,
    sendChanges: (...changes: Change[]) => send(...changes.map(changeMessage)),
    /** Stops the service as a signal would. */
    port: () => running.port,
    stopService: () => running.close(),
    restartService: async () => {
      running = await startEvents(config, silentLog);
    },
    async stop() {
      await running.close();
      await db.end();
      await database.drop();
    },
  };
}

export type TestService = Awaited<ReturnType<typeof startTestService>>;
