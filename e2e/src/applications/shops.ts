/** Shops for applications under test: locations of one account, each with a menu and a list of customers. */
import type { Client } from '@order-hub/client';
import { operatorClient } from '@order-hub/operator/client';
import { createClient, createConnection, createTenant, everyRight } from '@order-hub/operator/tenant';
import { apiOf, type HubAddress } from '../tenant.ts';

export type Shop = {
  location_id: string;
  token: string;
  secret: string;
  /** The access token of another client. */
  partnerToken: string;
};

const skus = [{ ref: 'M', price: '4.20 EUR' }];
const products = [{ ref: 'M', name: 'Margherita', category_ref: 'PIZZA', skus }];
const data = { categories: [{ ref: 'PIZZA', name: 'Pizze' }], products };

async function furnish(api: Client): Promise<void> {
  await api.createCustomerList({ body: { name: 'Guests' } });
  await api.createCatalog({ body: { name: 'Menu', data } });
}

/** Creates a user with as many shops. */
export async function createShops({ base_url, operator: api }: HubAddress, count: number): Promise<Shop[]> {
  const operator = operatorClient(api);
  const { user_id, location_ids } = await createTenant(operator, {
    user: { email: `shops-${process.pid}-${Date.now()}@example.com`, password: 'a long password' },
    account: { name: 'Pizzeria', currency: 'EUR' },
    locations: Array.from({ length: count }, (_shop, index) => ({ name: `Shop ${index}`, timezone: 'Europe/Paris' })),
  });
  const application = await createClient(operator, { user_id, name: 'Application' });
  const partner = await createClient(operator, { user_id, name: 'Partner' });
  const connect = async ({ client_id }: { client_id: string }, location_id: string) => {
    const place = { location_id };
    return (await createConnection(operator, { client_id, scope: everyRight(place), ...place })).access_token;
  };
  const shops: Shop[] = [];
  for (const location_id of location_ids) {
    const partnerToken = await connect(partner, location_id);
    await furnish(apiOf(base_url, { access_token: partnerToken }));
    const token = await connect(application, location_id);
    shops.push({ location_id, token, secret: application.client_secret, partnerToken });
  }
  return shops;
}
