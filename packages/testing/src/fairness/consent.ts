/** Authorisation with the consent of a user, as an application and a browser without script go through it. */
import type { openBrowserAt } from './pages.ts';
import { send, type Reply } from './send.ts';
import { redirectUri, type FairnessTenant } from './tenant.ts';

type Browser = ReturnType<typeof openBrowserAt>;

/** The address that a page redirects to. Throws when it does not. */
function redirectOf({ status, headers }: Reply, origin: string): URL {
  if (headers.location === undefined) throw new Error(`No redirect: ${status}`);
  return new URL(headers.location, origin);
}

const pathOf = ({ pathname, search }: URL) => pathname + search;

/**
 * The user, who is logged in, consents to a connection with this name to the tenant's location. Returns the code. Throws
 * when a page refuses.
 */
export async function consent(origin: string, browser: Browser, tenant: FairnessTenant, name: string): Promise<string> {
  const { client, location_id } = tenant;
  const asked = { client_id: client.client_id, redirect_uri: redirectUri, scope: 'location[orders.write]', name };
  const begun = await browser.open(`/oauth2/v1/authorize?${new URLSearchParams(asked).toString()}`);
  const placePath = pathOf(redirectOf(begun, origin));
  const chosen = await browser.fill(placePath, { place: location_id });
  const consentPath = pathOf(redirectOf(chosen, origin));
  const approved = await browser.fill(consentPath, { decision: 'approve' });
  return redirectOf(approved, origin).searchParams.get('code') ?? '';
}

/** The reply to the token request with a code: 200 when there is a connection now. */
export function exchangeCode(origin: string, { client, address }: FairnessTenant, code: string): Promise<Reply> {
  const fields = { ...client, grant_type: 'authorization_code', redirect_uri: redirectUri, code };
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const body = new URLSearchParams(fields).toString();
  return send(origin, { method: 'POST', path: '/oauth2/v1/token', headers, body, address });
}
