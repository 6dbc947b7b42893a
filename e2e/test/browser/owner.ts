/** An owner with the longest possible names, and with something to show on every page. */
import { addOperator } from '@order-hub/operator/operators';
import { createAccount } from '@order-hub/shared/management/accounts';
import { blockConnection } from '@order-hub/shared/management/connections';
import { createInvitation } from '@order-hub/shared/management/invitations';
import { suspendLocation } from '@order-hub/shared/management/locations';
import { createUser } from '@order-hub/shared/management/users';
import { operatorClient, type ManagementApi } from '@order-hub/operator/client';
import { createClient, createConnection, createTenant, everyRight, type Client } from '@order-hub/operator/tenant';
import { anOwnCatalog } from '../../src/own-catalog.ts';
import { aRefusedAttempt } from '../../src/refusals/refused-attempt.ts';
import { aLoggedRequest } from '../../src/logged-request.ts';
import { somebody, type Person } from '../../src/browser/person.ts';
import { aMember, apiOf, type HubAddress } from '../../src/tenant.ts';
import type { Page } from 'playwright-core';
import type { SharedHub } from '../hubs.ts';
import { theApplication } from './application.ts';

/** The longest allowed name, without a space where it could wrap. */
export const longName = (start: string) => start.padEnd(255, 'Abcdefghij');

const specialDayMs = 3 * 24 * 3_600_000;

export type Owner = {
  person: Person;
  /** The ids in the paths of pages. The location is the first one, which has one of everything. */
  ids: {
    account_id: string;
    location_id: string;
    client_id: string;
    connection_id: string;
    /** The same connection, on the pages of its client. */
    client_connection_id: string;
    order_id: string;
    catalog_id: string;
    product_id: string;
    sku_id: string;
    option_list_id: string;
    option_id: string;
    category_id: string;
    deal_id: string;
    line_id: string;
    attempt_id: string;
    request_id: string;
    customer_list_id: string;
    customer_id: string;
    loyalty_card_id: string;
    member_id: string;
    invitation_id: string;
    /** A special day. */
    day: string;
  };
};

/** An account with three locations, of which one is suspended; another account; a client, and what it has done. */
export async function anOwner({ base_url, operator: api }: SharedHub): Promise<Owner> {
  const operator = operatorClient(api);
  const person = somebody();
  const timezone = 'Europe/Paris';
  const { user_id, account_id, location_ids } = await createTenant(operator, {
    user: { ...person, first_name: longName('Ada'), last_name: longName('Lovelace') },
    account: { name: longName('Business'), currency: 'EUR' },
    locations: [
      { name: longName('Louvre'), address: longName('Street'), timezone },
      { name: longName('Halles'), timezone },
      { name: longName('Closed'), timezone },
    ],
  });
  const [location_id, , closed] = location_ids;
  await operator.ask(suspendLocation, { params: { location_id: closed } });
  await operator.ask(createAccount, { params: {}, input: { user_id, name: longName('Trattoria'), currency: 'EUR' } });
  await addOperator(operator, user_id);
  const { client_id } = await createClient(operator, { user_id, name: longName('Client') });
  const place = { location_id };
  const connection = await createConnection(operator, { client_id, scope: everyRight(place), ...place });
  const website = apiOf(base_url, connection);
  const order = { items: [{ product_name: longName('Pizza'), price: '9.80 EUR', quantity: '2' }] };
  const { id: order_id } = await website.createOrder({ body: { status: 'new', service_type: 'collection', ...order } });
  const menu = await anOwnCatalog(website, longName('Menu'));
  await website.createCatalog({ body: { name: longName('Lunch') } });
  const guest = await aGuest(website);
  const [attempt_id, request_id] = [await aRefusedAttempt(website), await aLoggedRequest(website)];
  const { id: connection_id } = connection;
  const places = { account_id, location_id, client_id, connection_id, client_connection_id: connection_id };
  const { catalog_id, option_list_id, option_id, category_id, deal_id, line_id } = menu;
  const menuIds = {
    ...{ catalog_id, option_list_id, option_id, category_id, deal_id, line_id },
    ...{ product_id: menu.parent_id, sku_id: menu.part_id },
  };
  const people = await somePeople({ base_url, operator: api }, location_id);
  const day = new Date(Date.now() + specialDayMs).toISOString().slice(0, 10);
  const ids = { ...places, ...menuIds, ...people, order_id, attempt_id, request_id, day, ...guest };
  return { person, ids };
}

/** A customer with the longest names and a loyalty card whose points changed. */
async function aGuest(website: ReturnType<typeof apiOf>) {
  const { id: customer_list_id } = await website.createCustomerList({ body: { name: longName('Guests') } });
  const customer = {
    ...{ first_name: longName('Grace'), last_name: longName('Hopper'), phone: '+33612345678' },
    ...{ email: `${'x'.repeat(240)}@example.com`, address_1: longName('Street'), country: 'FR' },
  };
  const { id: customer_id } = await website.createCustomer({ customer_list_id, body: customer });
  const card = { customer_id, name: longName('Club'), ref: longName('Number') };
  const { id: loyalty_card_id } = await website.createLoyaltyCard({ customer_list_id, body: card });
  const operation = { delta: '12345678.5', reason: longName('Birthday') };
  await website.createLoyaltyOperation({ customer_list_id, loyalty_card_id, body: operation });
  return { customer_list_id, customer_id, loyalty_card_id };
}

/** Somebody in the kitchen, and an invitation. */
async function somePeople(hub: HubAddress, location_id: string) {
  const { member_id } = await aMember(hub, location_id, 'kitchen');
  const input = { role: 'manager', email: `${'invited'.padEnd(60, 'x')}@example.com` } as const;
  const { id } = await operatorClient(hub.operator).ask(createInvitation, { params: { location_id }, input });
  return { member_id, invitation_id: id };
}

/** A user without an account. */
export async function aNewcomer(api: ManagementApi): Promise<Person> {
  const person = somebody();
  await operatorClient(api).ask(createUser, { params: {}, input: person });
  return person;
}

/** Makes the day of the owner's ids a special day, on its page. */
export async function addSpecialDay(page: Page, { ids: { location_id, day } }: Owner): Promise<void> {
  await page.goto(`/back-office/locations/${location_id}/hours/special-days`);
  await page.getByLabel('Day').fill(day);
  await page.getByLabel('Note').fill('N'.padEnd(200, 'ote'));
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('The special day is saved.').waitFor();
}

/** Applications that the owner can authorise. */
export type Applications = {
  /** Not connected yet. */
  fresh: Client;
  connected: Client;
  blocked: Client;
};

export async function theApplications(hub: SharedHub, { ids: { location_id } }: Owner): Promise<Applications> {
  const operator = operatorClient(hub.operator);
  const named = (start: string) => theApplication(hub, longName(start));
  async function connect(client: Client) {
    const { client_id } = client;
    const scope = 'location[orders.read]';
    return { client, connection: await createConnection(operator, { client_id, scope, location_id }) };
  }
  const [fresh, connected, blocked] = [
    await named('Kiosk'),
    await connect(await named('Website')),
    await connect(await named('Till')),
  ];
  await operator.ask(blockConnection, { params: { connection_id: blocked.connection.id } });
  return { fresh, connected: connected.client, blocked: blocked.client };
}
