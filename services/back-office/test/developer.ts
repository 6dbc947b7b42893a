/** Developers who describe their clients for the directory of apps. */
import type { Browser } from '../../auth/test/browser.ts';
import { anOwner } from '../../auth/test/owner.ts';
import type { TestBackOffice } from './back-office.ts';

export const listingFields = {
  description: 'Takes orders <b>at</b> the counter.',
  scope: 'location[orders.write]',
  website: 'https://till.example/',
  start_url: 'https://shop.example/connect?from=hub&x=1',
};

/** A developer with a client. `ask`: sends the form of its listing. */
export async function aDescribingDeveloper(hub: TestBackOffice, name = 'Till Pro') {
  const developer = await anOwner(hub);
  const body = { user_id: developer.user.id, name, redirect_uris: ['https://shop.example/back'] };
  const { client_id } = (await hub.operator('POST /management/clients', body)).body;
  const path = `/back-office/clients/${client_id}/listing`;
  const ask = async (browser: Browser, given: Partial<typeof listingFields> = {}) =>
    browser.send(await browser.open(path), { ...listingFields, ...given });
  const read = async () => (await hub.operator(`GET /management/clients/${client_id}/listing`)).body.listing;
  return { ...developer, client_id: client_id as string, path, ask, read };
}

/** A developer whose client is in the directory. */
export async function aListedDeveloper(hub: TestBackOffice, name?: string) {
  const developer = await aDescribingDeveloper(hub, name);
  await developer.ask(developer.browser);
  const { requested_at } = await developer.read();
  await hub.operator(`POST /management/clients/${developer.client_id}/listing/approve`, { requested_at });
  return developer;
}
