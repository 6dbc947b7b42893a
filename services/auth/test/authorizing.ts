/** A user who is asked to let an application in, on the pages of /oauth2/v1/authorize. */
import { newId } from '@order-hub/shared/ids';
import { anAccount, aLocation, aUser, back } from './builders.ts';
import { logInAs, type Browser, type Page } from './browser.ts';
import { basic, sendForm } from './issued-codes.ts';
import type { TestAuth } from './service.ts';

export type Parameters = Record<string, string>;

/** Where the application sends its user. */
export const authorizePath = (parameters: Parameters) => `/oauth2/v1/authorize?${new URLSearchParams(parameters)}`;

/** A user with an account and a location, who has logged in, and a client of somebody else. */
export async function aGuest(auth: TestAuth, client: object = {}) {
  const { operator } = auth;
  const credentials = aUser({ email: `${newId()}@example.com` });
  const user = (await operator('POST /management/users', credentials)).body;
  const account = (await operator('POST /management/accounts', anAccount(user.id))).body;
  const location = (await operator('POST /management/locations', aLocation(account.id))).body;
  const developer = (await operator('POST /management/users', aUser({ first_name: 'Dev', last_name: 'Eloper' }))).body;
  const given = { user_id: developer.id, name: 'Till', redirect_uris: [back], ...client };
  const { client_id, client_secret } = (await operator('POST /management/clients', given)).body;
  const browser = await logInAs(auth, credentials);
  return { credentials, user, account, location, browser, client_id: client_id as string, client_secret };
}

export type Guest = Awaited<ReturnType<typeof aGuest>>;

/** Opens the page to which the application leads. */
export const begin = ({ browser, client_id }: Guest, parameters: Parameters = {}, from: Browser = browser) =>
  from.open(authorizePath({ client_id, redirect_uri: back, scope: 'location[orders.write]', ...parameters }));

/** Where the browser was sent, outside the hub: the URI without its query, and the parameters. */
export function sentTo({ status, headers }: Page) {
  const url = new URL(headers.get('location') ?? 'none:');
  return { status, uri: url.origin + url.pathname, parameters: Object.fromEntries(url.searchParams) };
}

/** Where the link of a page that shows a fault leads: the URI without its query, and the parameters. */
export function linkIn({ html }: Page) {
  const href = /<a class="button" href="([^"]*)"/.exec(html)?.[1] ?? 'none:';
  const url = new URL(href.replaceAll('&amp;', '&'));
  return { uri: url.origin + url.pathname, parameters: Object.fromEntries(url.searchParams) };
}

/** Approves on the consent page, and gives the code. */
export async function approve({ browser }: Guest, consent: Page): Promise<string> {
  const { status, parameters } = sentTo(await browser.send(consent, { decision: 'approve' }));
  if (status !== 303 || !parameters['code']) throw new Error(`No code: ${status} ${consent.html}`);
  return parameters['code'];
}

/** The token response of a code. */
export const exchange = async (
  auth: TestAuth,
  { client_id, client_secret }: Guest,
  code: string,
  more: Record<string, string> = {},
) => (await sendForm(auth, 'token', { code, ...more }, basic(client_id, client_secret))).body;

/** Lets the client in at the guest's location, and gives the token response. */
export async function letIn(auth: TestAuth, guest: Guest, parameters: Parameters = {}) {
  const consent = await guest.browser.send(await begin(guest, parameters), { place: guest.location.id });
  return exchange(auth, guest, await approve(guest, consent));
}

export const codesOf = async ({ db }: TestAuth, { client_id }: Guest) =>
  (await db.query('select * from authorization_codes where client_id = $1', [client_id])).rows;
