/** Makes what a test shop needs, as an operator: an account with a location, and three clients that are connected to it. */
import { randomBytes } from 'node:crypto';
import type { Operator } from '@order-hub/operator/client';
import { createClient, createConnection, createTenant, everyRight } from '@order-hub/operator/tenant';
import { createAccount } from '@order-hub/shared/management/accounts';
import { createLocation } from '@order-hub/shared/management/locations';

type Owner = { id: string; email: string | null; password: string | null };
type App = { client_id: string; client_secret: string; access_token: string };

/** `app`: a client for whoever writes against the shop. */
export type MadeShop = {
  user: Owner;
  account_id: string;
  location_id: string;
  till: App;
  website: App;
  app: App;
};

const account = { name: 'Test shop', currency: 'EUR' };
const location = {
  ...{ name: 'Test shop', address: '1 rue de Rivoli', postal_code: '75001', city: 'Paris', country: 'FR' },
  timezone: 'Europe/Paris',
};

type Place = { user: Owner; account_id: string; location_id: string };

/** The place of a user who exists, or of a new one with a random password. */
async function makePlace(operator: Operator, user_id: string | undefined): Promise<Place> {
  if (user_id === undefined) {
    const [email, password] = [
      `test-shop-${randomBytes(6).toString('hex')}@example.com`,
      randomBytes(9).toString('base64url'),
    ];
    const tenant = await createTenant(operator, { user: { email, password }, account, locations: [location] });
    const { account_id, location_ids } = tenant;
    return { user: { id: tenant.user_id, email, password }, account_id, location_id: location_ids[0] };
  }
  const { id: account_id } = await operator.ask(createAccount, { params: {}, input: { user_id, ...account } });
  const { id: location_id } = await operator.ask(createLocation, { params: {}, input: { account_id, ...location } });
  return { user: { id: user_id, email: null, password: null }, account_id, location_id };
}

/** Throws OperatorError. */
export async function makeShop(operator: Operator, user_id: string | undefined): Promise<MadeShop> {
  const place = await makePlace(operator, user_id);
  const { user, location_id } = place;
  const connect = async (name: string): Promise<App> => {
    const client = await createClient(operator, { user_id: user.id, name });
    const scope = everyRight({ location_id });
    const { access_token } = await createConnection(operator, { client_id: client.client_id, scope, location_id });
    return { ...client, access_token };
  };
  const till = await connect('Simulated till');
  const website = await connect('Simulated website');
  return { ...place, till, website, app: await connect('My app') };
}
