/** A tenant of the chaos run: a website and a till that write and poll, and a kitchen with an active callback. */
import type { Schemas } from '@order-hub/client';
import type { Received } from '../receiver.ts';
import { startReceiver } from '../receiver.ts';
import { aTenant, type Connected, type HubAddress } from '../tenant.ts';

export type Shop = {
  account_id: string;
  location_id: string;
  website: Connected;
  till: Connected;
  received: readonly Received[];
  close(): Promise<void>;
};

const subscribed: Schemas['CallbackEvents'] = { order: ['create', 'update'] };

/** One event in this many is refused once, so that every run includes retries. */
const refusedOnceIn = 25;

function refuseSomeOnce() {
  const seen = new Set<string>();
  return ({ id }: { id: string }) => {
    const isNew = !seen.has(id);
    seen.add(id);
    return isNew && seen.size % refusedOnceIn === 0;
  };
}

const subscribe = ({ api }: Connected, url: string | null) => api.saveCallback({ body: { url, events: subscribed } });

/** Creates a tenant with three clients subscribed to orders. `received` has the kitchen's callbacks. */
export async function openShop(hub: HubAddress): Promise<Shop> {
  const { account_id, location_ids, connect } = await aTenant(hub);
  const [location_id] = location_ids;
  const website = await connect('website', { location_id });
  const till = await connect('till', { location_id });
  const kitchen = await connect('kitchen', { location_id });
  const receiver = await startReceiver(kitchen.client_secret, refuseSomeOnce());
  for (const client of [website, till]) await subscribe(client, null);
  await subscribe(kitchen, receiver.url);
  return { account_id, location_id, website, till, received: receiver.received, close: receiver.close };
}
