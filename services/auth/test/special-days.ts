/** A location with opening hours and special days, and what it publishes. */
import type { Role } from '@order-hub/shared/roles';
import { aPlace, aPrincipal, eventually } from '@order-hub/testing/call';
import { aLocationCaller, aTenant } from './builders.ts';
import type { TestAuth } from './service.ts';

const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];

type Slots = readonly { from: string; to: string }[];

export const everyDay = (slots: Slots) => Object.fromEntries(weekdays.map((day) => [day, slots]));

const lunchAndDinner = [
  { from: '11:00', to: '14:00' },
  { from: '18:00', to: '02:00' },
];

/** A location in Paris, open at noon and in the evening. */
export async function aShop(auth: TestAuth, slots: Slots | null = lunchAndDinner) {
  const tenant = await aTenant(auth);
  const as = await aLocationCaller(auth, tenant);
  const location_id = tenant.location.id as string;
  const path = `/locations/${location_id}`;
  const update = (body: object) => auth.call(`PATCH ${path}`, { as, body });
  if (slots) await update({ opening_hours: everyDay(slots) });
  const userOf = (role: Role, place: object = {}, id: string = tenant.user.id) =>
    aPrincipal({
      user: { id, email: 'ada@example.com' },
      place: aPlace({ account_id: tenant.account.id, location_id, role, ...place }),
    });
  const owner = userOf('owner');
  return {
    tenant,
    location_id,
    userOf,
    update,
    add: (body: object, user = owner) => auth.call('POST /management/special-days', { user, body }),
    remove: (day: string, user = owner) => auth.call('POST /management/special-days/remove', { user, body: { day } }),
    list: (user = owner) => auth.call('GET /management/special-days', { user }),
    state: async () => (await auth.call(`GET ${path}`, { as })).body.order_acceptance,
    /** The modes that the hub has set by itself, in order. */
    ownModes: () =>
      auth
        .bodiesOf('change', location_id)
        .filter(({ client_id }) => client_id === null)
        .map(({ new_state }) => JSON.parse(new_state!).order_acceptance.mode as string),
  };
}

export type Shop = Awaited<ReturnType<typeof aShop>>;

export const hasMode = (shop: Shop, mode: string) => eventually(async () => (await shop.state()).mode === mode);

/** Waits until each special day that is due has been looked at. */
export const allLookedAt = (auth: TestAuth, now: Date) =>
  eventually(async () => (await auth.db.query('select 1 from special_days where look_at <= $1', [now])).rowCount === 0);

/** Waits until the outbox is empty. */
export const allPublished = (auth: TestAuth) =>
  eventually(async () => (await auth.db.query('select 1 from outbox')).rowCount === 0);
