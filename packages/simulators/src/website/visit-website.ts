/** One visit of a simulated website: it places an order if one is due, and takes back those whose customers cancel. */
import { HubError, type Client, type Schemas } from '@order-hub/client';
import { orderableMenu, type OrderableMenu } from '@order-hub/client/menu';
import type { Say } from '../say.ts';
import { draftOrder, draftServiceType, type KnownCustomer, type Random } from './order-draft.ts';
import type { WebsiteSettings } from './website-settings.ts';

export { websiteSettings, type WebsiteSettings } from './website-settings.ts';

/** What the website remembers: JSON. Times are milliseconds since 1970; `next_at` is null before the first order. */
export type WebsiteState = { next_at: number | null; cancels: { id: string; at: number }[] };

export type WebsiteVisit = { settings: WebsiteSettings; now: Date; say: Say; random?: Random };

export const newWebsite: WebsiteState = { next_at: null, cancels: [] };

const cancelsMax = 20;
const cancelAfterMs = 45_000;
const stillOpen = new Set<string>(['new', 'received', 'accepted']);

/** The whole menu of the location's first catalog; undefined while the shop takes no orders. */
async function menuNow(hub: Client, service_type: string, now: Date): Promise<OrderableMenu | undefined> {
  const [{ timezone, order_acceptance }, { items }] = await Promise.all([
    hub.retrieveLocation(),
    hub.listCatalogs({ count: 1 }).page(),
  ]);
  const catalog_id = items[0]?.id;
  if (catalog_id === undefined || order_acceptance.mode === 'paused') return undefined;
  const catalog = await hub.retrieveCatalog({ catalog_id });
  const inventory = await hub.retrieveInventory({ catalog_id });
  const menu = orderableMenu(catalog, { at: now, timezone: timezone.name, service_type }, inventory);
  return menu.products.length > 0 ? menu : undefined;
}

/** A customer of the location's first list, with one of their cards; undefined if there is none. */
async function knownCustomer(hub: Client, random: Random): Promise<KnownCustomer | undefined> {
  const customer_list_id = (await hub.listCustomerLists({ count: 1 }).page()).items[0]?.id;
  if (customer_list_id === undefined) return undefined;
  const { items } = await hub.listCustomers({ customer_list_id, count: 20 }).page();
  const usable = items.filter(({ anonymised }) => !anonymised);
  const customer = usable[Math.floor(random() * usable.length)];
  if (!customer) return undefined;
  return { customer_id: customer.id, card_ref: customer.loyalty_cards[0]?.ref ?? null };
}

/** Places an order. Returns undefined while nothing can be ordered. */
async function place(
  hub: Client,
  { settings, now }: WebsiteVisit,
  random: Random,
): Promise<Schemas['Order'] | undefined> {
  const service_type = draftServiceType(random);
  const menu = await menuNow(hub, service_type, now);
  if (!menu) return undefined;
  const isKnown = random() * 100 < settings.knownCustomers;
  const known = isKnown ? await knownCustomer(hub, random) : undefined;
  return hub.createOrder({ body: draftOrder(menu, { service_type, known, random }) });
}

/** Cancels an order that is not being prepared yet. */
async function cancel(hub: Client, order_id: string, say: Say): Promise<void> {
  const { status } = await hub.retrieveOrder({ order_id });
  if (!stillOpen.has(status)) return;
  await hub.updateOrder({ order_id, body: { status: 'cancelled' } });
  say(`The customer cancels order ${order_id}`);
}

/** From three quarters to five quarters of the set time. */
const pauseMs = ({ minutesBetweenOrders }: WebsiteSettings, random: Random) =>
  minutesBetweenOrders * 60_000 * (0.75 + random() / 2);

const isDue = ({ next_at }: WebsiteState, { settings, now }: WebsiteVisit) =>
  settings.minutesBetweenOrders > 0 && (next_at === null || next_at <= now.getTime());

async function orderIfDue(hub: Client, state: WebsiteState, visit: WebsiteVisit, random: Random): Promise<void> {
  if (!isDue(state, visit)) return;
  const { settings, now, say } = visit;
  // Set first: an order that the hub refuses is not placed again at once.
  state.next_at = now.getTime() + pauseMs(settings, random);
  const order = await place(hub, visit, random);
  if (!order) return;
  say(`A customer orders for ${order.total}: order ${order.id}`);
  if (random() * 100 < settings.cancellations && state.cancels.length < cancelsMax)
    state.cancels.push({ id: order.id, at: now.getTime() + cancelAfterMs });
}

async function cancelIfDue(hub: Client, state: WebsiteState, { now, say }: WebsiteVisit): Promise<void> {
  for (const due of state.cancels.filter(({ at }) => at <= now.getTime())) {
    await cancel(hub, due.id, say);
    state.cancels = state.cancels.filter(({ id }) => id !== due.id);
  }
}

/** Visits the shop. Returns what to remember, with the error that ended the visit if there is one. */
export async function visitWebsite(
  hub: Client,
  { next_at, cancels }: WebsiteState,
  visit: WebsiteVisit,
): Promise<{ state: WebsiteState; error?: unknown }> {
  const state: WebsiteState = { next_at, cancels: [...cancels] };
  const { random = Math.random, say } = visit;
  try {
    await cancelIfDue(hub, state, visit);
    await orderIfDue(hub, state, visit, random);
    return { state };
  } catch (error) {
    if (!(error instanceof HubError) || error.status !== 422) return { state, error };
    say(`The hub refuses the order: ${error.message}`);
    return { state };
  }
}

/** When the website has to act next, in milliseconds since 1970; undefined when it waits for nothing. */
export function nextWebsiteTime({ next_at, cancels }: WebsiteState, settings: WebsiteSettings): number | undefined {
  const times = cancels.map(({ at }) => at);
  if (settings.minutesBetweenOrders > 0) times.push(next_at ?? 0);
  return times.sort((a, b) => a - b)[0];
}
