import { changeKey, type Change } from '@order-hub/shared/change';
import { clientSecretOwner, encryptSecret } from '@order-hub/shared/encryption';
import { newId } from '@order-hub/shared/ids';
import type { Log } from '@order-hub/shared/log';
import type { Body } from '@order-hub/shared/topics';
import { aCaller, type TestCaller } from '@order-hub/testing/call';
import { messageOf, testService, type TestMessage } from '@order-hub/testing/service';
import { readConfig } from '../src/config.ts';
import { startEvents } from '../src/service.ts';

const encryptionKey = 'encryption-key-of-the-tests-0123456789abcdef';
export const clientSecret = 'the secret of a client';

/** A client secret as auth announces it. */
export const encryptedSecret = (secret: string, client_id: string) =>
  encryptSecret([encryptionKey], secret, clientSecretOwner(client_id));

export const changeMessage = (body: Change): TestMessage => messageOf('change', changeKey(body), body);

type Process = { log?: Log; now?: () => Date };

/** The events service under test, with connections and callbacks. */
export async function startTestService(env: Record<string, string> = {}, { log, now }: Process = {}) {
  const settings = {
    HUB_ENCRYPTION_KEYS: encryptionKey,
    CALLBACK_ALLOWED_NETWORKS: '127.0.0.0/8,::1/128',
    ...env,
  };
  const service = await testService({ name: 'events', start: startEvents, readConfig, settings, log, now });
  const { call, send } = service;

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
    client_secret: await encryptedSecret(clientSecret, caller.client_id),
    ...overrides,
  });

  const sendConnection = async (caller: TestCaller, overrides: Partial<Body<'connection'>> = {}) => {
    const body = await connectionOf(caller, overrides);
    return send(messageOf('connection', body.id, body));
  };

  /** Stores a connection and its callback. Returns the caller. */
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

  /** Has the due events of this connection pushed at once: by itself, the pusher finds retries once a second. */
  async function pushDue(caller: TestCaller) {
    const { body } = await call('GET /callback', { as: caller });
    await call('POST /callback', { as: caller, body });
  }

  /** Says that the events of this connection have had so many attempts. Only where none is in flight: while it is passive. */
  const setAttempts = ({ connection_id }: TestCaller, attempts: number) =>
    service.db.query(
      `update events e set attempts = $2 from callbacks cb where cb.id = e.callback_id and cb.connection_id = $1`,
      [connection_id, attempts],
    );

  return {
    ...service,
    sendConnection,
    subscriber,
    pushDue,
    setAttempts,
    listed: async (caller: TestCaller) => (await call('GET /callback/events', { as: caller })).body,
    sendChanges: (...changes: Change[]) => send(...changes.map(changeMessage)),
  };
}

export type TestService = Awaited<ReturnType<typeof startTestService>>;
