/**
 * Every role against every endpoint of the API and every call of users, sent to the services as the back office does. What is
 * expected comes from the declarations alone: who is not named is refused (docs/api/back-office.md#people).
 */
import { expect, test } from '@jest/globals';
import { levelsOf, type Endpoint } from '@order-hub/shared/endpoint';
import { newId } from '@order-hub/shared/ids';
import type { Principal, UserPlace } from '@order-hub/shared/principal';
import { ownerRole, roleNames, type Role } from '@order-hub/shared/roles';
import { serviceTokenHeader, signServiceToken } from '@order-hub/shared/service-token';
import { signUserToken, userTokenHeader } from '@order-hub/shared/user-token';
import { hubKeys } from '../src/hub-keys.ts';
import { aMember, aTenant } from '../src/tenant.ts';
import { endpointsOf, servicesWithEndpoints } from './endpoint-lists.ts';
import { passedHubs, type SharedHub } from './hubs.ts';

const [hub] = passedHubs().hubs as [SharedHub];
const keys = hubKeys(hub);
const testMs = 120_000;

type Declared = { service: (typeof servicesWithEndpoints)[number]; endpoint: Endpoint };

const declared: Declared[] = [];
for (const service of servicesWithEndpoints) {
  for (const endpoint of await endpointsOf(service)) declared.push({ service, endpoint });
}

const isOfApi = ({ endpoint: { access } }: Declared) => access === 'any' || levelsOf(access) !== undefined;

const isOfUsers = ({ endpoint: { access } }: Declared) =>
  typeof access === 'object' && 'principals' in access && access.principals.includes('user');

/** A real location and account, so that a call that is let in finds something; every other id is unknown. */
async function aPlace() {
  const tenant = await aTenant(hub);
  const [location_id] = tenant.location_ids;
  const place = {
    ...{ account_id: tenant.account_id, account_name: 'Pizzeria', currency: 'EUR' },
    ...{ location_id, location_name: 'Louvre', timezone: 'Europe/Paris' },
    ...{ catalog_id: null, customer_list_id: null },
  };
  const people: Record<Role, { user_id: string }> = {
    owner: tenant,
    manager: await aMember(hub, location_id, 'manager'),
    kitchen: await aMember(hub, location_id, 'kitchen'),
  };
  return { place, people };
}

const { place, people } = await aPlace();

const as = (role: Role, at: Omit<UserPlace, 'role'> | null): Principal => ({
  kind: 'user',
  user: { id: people[role].user_id, email: `${role}@example.com` },
  is_confirmed: true,
  place: at && { ...at, role },
});

const tokens = new Map<Principal, Promise<string>>();

async function send({ service, endpoint }: Declared, principal: Principal | null): Promise<number> {
  const ids: Record<string, string | null> = { ...place };
  const path = endpoint.path.replace(/:(\w+)/g, (_match, name: string) => ids[name] ?? newId()).replace('*rest', 'x');
  const token = principal && (tokens.get(principal) ?? signUserToken(keys.auth, principal));
  if (principal && token instanceof Promise) tokens.set(principal, token);
  const response = await fetch(`${hub.service_urls[service]}${path}`, {
    method: endpoint.method,
    redirect: 'manual',
    headers: {
      [serviceTokenHeader]: await signServiceToken(keys['back-office'], 'back-office', service),
      ...(token !== null && { [userTokenHeader]: await token }),
    },
  });
  await response.arrayBuffer();
  return response.status;
}

const nameOf = ({ service, endpoint: { method, path } }: Declared) => `${service} ${method} ${path}`;

type Wrong = { call: string; who: string; status: number };

/** Sends every call of the list as `who`, and returns those that were answered otherwise than expected. */
async function wrongOf(list: readonly Declared[], who: string, principal: Principal | null, isRight: IsRight) {
  const wrong: Wrong[] = [];
  for (const each of list) {
    const status = await send(each, principal);
    if (!isRight(each.endpoint, status)) wrong.push({ call: nameOf(each), who, status });
  }
  return wrong;
}

type IsRight = (endpoint: Endpoint, status: number) => boolean;

const isRefused = (status: number) => status === 401 || status === 403;

const api = declared.filter(isOfApi);
const calls = declared.filter(isOfUsers);

test.each(roleNames)(
  'a user as %s is let in by the endpoints of the API that name this role, and by no other',
  async (role) => {
    const isRight: IsRight = ({ roles }, status) => {
      if (roles === undefined) return status === 401;
      return roles.includes(role) ? !isRefused(status) : status === 403;
    };
    expect(await wrongOf(api, role, as(role, place), isRight)).toEqual([]);
    expect(api.filter(({ endpoint: { roles } }) => roles?.includes(role)).length).toBeGreaterThan(5);
  },
  testMs,
);

test.each(roleNames)(
  'a user as %s makes the calls that name this role, and those that name none only as owner',
  async (role) => {
    const isRight: IsRight = ({ roles = ownerRole }, status) => roles.includes(role) || status === 403;
    // Last: whoever left the location has no role there.
    const list = calls.filter(
      ({ endpoint: { path, roles = ownerRole } }) => !(path.endsWith('/leave') && roles.includes(role)),
    );
    expect(await wrongOf(list, role, as(role, place), isRight)).toEqual([]);
    expect(calls.length).toBeGreaterThan(30);
  },
  testMs,
);

test(
  'a user on a page about no place, and nobody, are let in by no endpoint of the API',
  async () => {
    const isRight: IsRight = (_endpoint, status) => isRefused(status);
    expect(await wrongOf(api, 'a user without a place', as('owner', null), isRight)).toEqual([]);
    expect(await wrongOf(api, 'nobody', null, isRight)).toEqual([]);
    expect(await wrongOf(calls, 'nobody', null, isRight)).toEqual([]);
  },
  testMs,
);
