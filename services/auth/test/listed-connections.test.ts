/** Lists of connections: for operators, and for the owner of an account. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { aPlace, aPrincipal } from '@order-hub/testing/call';
import { authorize, aTenant } from './builders.ts';
import { startNeighbours, type Neighbours } from './issued-codes.ts';
import { startTestAuth, type TestAuth } from './service.ts';

let neighbours: Neighbours;
let auth: TestAuth;

beforeAll(async () => {
  neighbours = await startNeighbours();
  auth = await startTestAuth({ env: neighbours.settings });
});
afterAll(async () => {
  await auth.close();
  await neighbours.close();
});

test('connections are listed by client, location and account, in pages, without their tokens', async () => {
  const mine = await aTenant(auth);
  const ofLocation = await authorize(auth, mine, { location_id: mine.location.id });
  const ofAccount = await authorize(auth, mine, { account_id: mine.account.id });
  const ofUser = await authorize(auth, mine, { scope: 'profile' });
  const list = async (query: string) =>
    (await auth.operator(`GET /management/connections?${query}`)).body.items.map(({ id }: { id: string }) => id);
  expect(await list(`client=${mine.client_id}`)).toEqual([ofLocation.id, ofAccount.id, ofUser.id]);
  expect(await list(`location=${mine.location.id}`)).toEqual([ofLocation.id]);
  expect(await list(`account=${mine.account.id}`)).toEqual([ofLocation.id, ofAccount.id]);
  expect(await list('client=unknown')).toEqual([]);
  const first = await auth.operator(`GET /management/connections?client=${mine.client_id}&count=2`);
  expect(first.body.items[0]).toMatchObject({ status: 'active', client_name: 'Till', scope: 'location[orders.write]' });
  expect(JSON.stringify(first.body)).not.toMatch(/token|secret|hub_/);
  expect(first.body.next).toBe(ofAccount.id);
  const second = await auth.operator(
    `GET /management/connections?client=${mine.client_id}&count=2&after=${first.body.next}`,
  );
  expect(second.body).toMatchObject({ items: [{ id: ofUser.id }], next: null });
});

test("an owner lists the clients of an account's connections, but not of disconnected ones", async () => {
  const mine = await aTenant(auth);
  const ofLocation = await authorize(auth, mine, { location_id: mine.location.id });
  const ofAccount = await authorize(auth, mine, { account_id: mine.account.id });
  const ended = await authorize(auth, mine, { location_id: mine.location.id, name: 'ended' });
  await auth.operator(`POST /management/connections/${ended.id}/disconnect`);
  const route = `GET /management/accounts/${mine.account.id}/connection_names`;
  const { body } = await auth.call(route, { user: aPrincipal({ user: { id: mine.user.id, email: mine.user.email } }) });
  expect(body.items).toEqual([ofAccount, ofLocation].map(({ id }) => ({ id, client_name: 'Till' })));
  expect((await auth.call(route, { user: aPrincipal() })).status).toBe(404);
});

test("the page of a location is told which clients' connections concern it, and of no other place", async () => {
  const mine = await aTenant(auth);
  const ofLocation = await authorize(auth, mine, { location_id: mine.location.id });
  const ofAccount = await authorize(auth, mine, { account_id: mine.account.id });
  const ended = await authorize(auth, mine, { location_id: mine.location.id, name: 'ended' });
  await authorize(auth, mine, { scope: 'profile' });
  await auth.operator(`POST /management/connections/${ended.id}/disconnect`);
  const ask = (account_id: string | null, location_id: string | null) =>
    auth.call('GET /management/app_names', { user: aPrincipal({ place: aPlace({ account_id, location_id }) }) });
  const { body } = await ask(mine.account.id, mine.location.id);
  const app = ({ id }: { id: string }) => ({ connection_id: id, client_id: mine.client_id, client_name: 'Till' });
  expect(body.apps).toHaveLength(3);
  expect(body.apps).toEqual(expect.arrayContaining([app(ended), app(ofLocation), app(ofAccount)]));
  expect((await ask(mine.account.id, 'another')).body.apps).toEqual([app(ofAccount)]);
  expect((await ask('another', mine.location.id)).body.apps).toEqual([]);
  expect((await ask(mine.account.id, null)).status).toBe(404);
});
