/** An application that is let in with a browser, and the server behind it. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { operatorClient } from '@order-hub/operator/client';
import { createClient, type Client } from '@order-hub/operator/tenant';
import type { Page } from 'playwright-core';
import { callWith } from '../../src/call-api.ts';
import { aTenant } from '../../src/tenant.ts';
import type { SharedHub } from '../hubs.ts';

export const outOfBand = 'urn:ietf:wg:oauth:2.0:oob';

/** What browsers find when they return to the application. It ends with the test file. */
const shop = createServer((_request, response) => void response.end('Welcome back'))
  .listen(0, '127.0.0.1')
  .unref();
await once(shop, 'listening');
const back = `http://127.0.0.1:${(shop.address() as AddressInfo).port}/back`;

/** A client of somebody else. */
export async function theApplication(hub: SharedHub, name = 'Kiosk'): Promise<Client> {
  const { user_id } = await aTenant(hub);
  return createClient(operatorClient(hub.operator), { user_id, name });
}

/** Where the application sends its user. */
export const authorizePath = ({ client_id }: Client, parameters: Record<string, string> = {}) =>
  `/oauth2/v1/authorize?${new URLSearchParams({
    client_id,
    redirect_uri: back,
    scope: 'location[orders.write]',
    ...parameters,
  }).toString()}`;

/** What the application is told, once the browser has gone there. */
export async function answerIn(page: Page): Promise<Record<string, string>> {
  await page.waitForURL(`${back}**`);
  return Object.fromEntries(new URL(page.url()).searchParams);
}

/** The code with which the browser arrives at the application. */
export async function codeIn(page: Page): Promise<string> {
  const { code } = await answerIn(page);
  if (code === undefined) throw new Error(`No code in ${page.url()}`);
  return code;
}

/** Exchanges a code, as the application's server does. */
export const exchange = ({ base_url }: SharedHub, { client_id, client_secret }: Client, code: string) =>
  callWith(new URL(base_url).origin, null)('POST /oauth2/v1/token', { body: { client_id, client_secret, code } });
