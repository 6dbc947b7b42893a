/**
 * One visit of a simulated till at its shop. It takes the events of a passive callback, plans what becomes of new orders,
 * and gives orders the statuses that are due. What it has to remember until the next visit is a value, so that a process can
 * keep it in memory or in a database, and another process can go on.
 */
import { HubError, type Client, type Schemas } from '@order-hub/client';
import type { Say } from '../say.ts';
import { changePrices, changeStock } from './change-menu.ts';
import { markersIn, type Marker } from './marker.ts';
import { isOver, planOf, type PlannedStatus } from './plan.ts';
import type { TillSettings } from './till-settings.ts';

export { changePrices, changeStock } from './change-menu.ts';
export { percentMax, percentMin } from './marker.ts';
export { tillSettings, type TillSettings } from './till-settings.ts';

/** An order and the statuses that it will get, the next one first. */
type OrderAtWork = { id: string; plan: PlannedStatus[] };

/** What the till remembers: JSON of at most 100 orders. */
export type TillState = { orders: OrderAtWork[] };

export type TillVisit = { settings: TillSettings; now: Date; say: Say };

export const newTill: TillState = { orders: [] };

const ordersMax = 100;
const preparationMs = 20 * 60_000;

/** Subscribes to what the till must know. Throws HubError. */
export async function openTill(hub: Client): Promise<void> {
  await hub.saveCallback({ body: { url: null, events: { order: ['create', 'update'] } } });
}

/** Whether the hub refuses this call alone: others may go on. */
const isRefusal = (error: unknown): error is HubError =>
  error instanceof HubError && (error.status === 404 || error.status === 422);

/** What `work` returns; undefined, and a sentence, if the hub refuses it. */
async function unlessRefused<Result>(say: Say, work: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await work();
  } catch (error) {
    if (!isRefusal(error)) throw error;
    say(`The hub refuses it: ${error.message}`);
    return undefined;
  }
}

async function doAsAsked(hub: Client, marker: Marker, say: Say): Promise<void> {
  if (marker.kind === 'prices') {
    await unlessRefused(say, () => changePrices(hub, marker.percent));
    say(`Prices changed by ${marker.percent} %`);
  } else if (marker.kind === 'stock') {
    await unlessRefused(say, () => changeStock(hub, marker));
    say(`Stock of ${marker.ref}: ${marker.stock ?? 'unlimited'}`);
  }
}

/** The order of an event as it is now; undefined when it is gone. */
const orderOf = (hub: Client, say: Say, order_id: string): Promise<Schemas['Order'] | undefined> =>
  unlessRefused(say, () => hub.retrieveOrder({ order_id }));

/** Plans a new order, and forgets one that somebody else has ended. */
async function look(hub: Client, orders: OrderAtWork[], order_id: string, visit: TillVisit): Promise<void> {
  const order = await orderOf(hub, visit.say, order_id);
  const known = orders.findIndex(({ id }) => id === order_id);
  if (known >= 0) {
    if (!order || isOver(order.status)) orders.splice(known, 1);
    return;
  }
  if (order?.status !== 'new') return;
  const markers = markersIn(order.customer_notes);
  for (const marker of markers) await doAsAsked(hub, marker, visit.say);
  const plan = planOf(order, markers, { settings: visit.settings, now: visit.now.getTime() });
  if (plan.length > 0) orders.push({ id: order_id, plan });
  else visit.say(`Order ${order_id} is left alone`);
}

/** Takes the waiting events of as many orders as there is room for. The others wait for the next visit. */
async function takeEvents(hub: Client, orders: OrderAtWork[], visit: TillVisit): Promise<void> {
  const { items } = await hub.listEvents().page();
  const looked = new Set<string>();
  let through: string | undefined;
  for (const { id, order_id } of items) {
    if (orders.length >= ordersMax) break;
    if (order_id !== undefined && !looked.has(order_id)) await look(hub, orders, order_id, visit);
    looked.add(order_id ?? '');
    through = id;
  }
  if (through !== undefined) await hub.deleteEvents({ through });
}

/** The body of an update to this status. */
function updateTo({ status, seller_notes }: PlannedStatus, now: Date): Schemas['OrderUpdate'] {
  const confirmed_time = new Date(now.getTime() + preparationMs).toISOString();
  return {
    status,
    ...(status === 'accepted' && { confirmed_time }),
    ...(seller_notes !== undefined && { seller_notes }),
  };
}

/** Gives an order every status that is due. */
async function work(hub: Client, { id: order_id, plan }: OrderAtWork, { now, say }: TillVisit): Promise<void> {
  for (let next = plan[0]; next && next.at <= now.getTime(); next = plan[0]) {
    const body = updateTo(next, now);
    const updated = await unlessRefused(say, () => hub.updateOrder({ order_id, body }));
    if (updated) say(`Order ${order_id}, ${updated.total}: ${next.status}`);
    plan.splice(0, updated ? 1 : plan.length);
  }
}

/** Copies what a visit changes, and goes on from there. */
const copyOf = ({ orders }: TillState): OrderAtWork[] => orders.map(({ id, plan }) => ({ id, plan: [...plan] }));

/**
 * Visits the shop. Returns what to remember, also of a visit that an error ended: then with the error, to be thrown or
 * tried again later. An interrupted visit may repeat an update, which changes nothing.
 */
export async function visitTill(
  hub: Client,
  before: TillState,
  visit: TillVisit,
): Promise<{ state: TillState; error?: unknown }> {
  const orders = copyOf(before);
  const state = () => ({ orders: orders.filter(({ plan }) => plan.length > 0) });
  try {
    await takeEvents(hub, orders, visit);
    for (const order of orders) await work(hub, order, visit);
    return { state: state() };
  } catch (error) {
    return { state: state(), error };
  }
}

/** When the till has to act next, in milliseconds since 1970; undefined when nothing is planned. */
export const nextTillTime = ({ orders }: TillState): number | undefined =>
  orders.flatMap(({ plan }) => plan[0]?.at ?? []).sort((a, b) => a - b)[0];
