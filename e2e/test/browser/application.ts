/** An application that a user authorises in the browser, and its server. */
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

/** The application's server, to which browsers return. It stops after the test file. */
const shop = createServer((_request, response) => void response.end('Welcome back'))
  .listen(0, '127.0.0.1')
  .unref();
await once(shop, 'listening');
const back = `http://127.0.0.1:${(shop.address() as AddressInfo).port}/back`;

/** Of a host of the maximum length. */
export const longRedirectUri = `https://${Array(4).fill('abcdefghij'.repeat(6)).join('.')}.example/back`;

/** A client of another user. */
export async function theApplication(hub: SharedHub, name = 'Kiosk'): Promise<Client> {
  const { user_id } = await aTenant(hub);
  return createClient(operatorClient(hub.operator), {
    user_id,
    name,
    redirect_uris: [back, outOfBand, longRedirectUri],
  });
}

/** Where the application sends its user. */
export const authorizePath = ({ client_id }: Client, parameters: Record<string, string> = {}) =>
  `/oauth2/v1/authorize?${new URLSearchParams({
    client_id,
    redirect_uri: back,
    scope: 'location[orders.write]',
    ...parameters,
  }).toString()}`;

/** The parameters that the application receives when the browser returns to it. */
export async function answerIn(page: Page): Promise<Record<string, string>> {
  await page.waitForURL(`${back}**`);
  return Object.fromEntries(new URL(page.url()).searchParams);
}

/** The code that the browser brings to the application. */
export async function codeIn(page: Page): Promise<string> {
  const { code } = await answerIn(page);
  if (code === undefined) throw new Error(`No code in ${page.url()}`);
  return code;
}

/** Exchanges a code, as the application's server does. */
export const exchange = (
  { base_url }: SharedHub,
  { client_id, client_secret }: Client,
  code: string,
  redirect_uri = back,
) =>
  callWith(new URL(base_url).origin, null)('POST /oauth2/v1/token', {
    body: { client_id, client_secret, code, redirect_uri },
  });
