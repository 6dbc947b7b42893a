/** What a browser without script does on the pages of a hub. */
import { send, type Reply } from './send.ts';
import type { FairnessTenant } from './tenant.ts';

const logInPath = '/back-office/log-in';

/** A browser with cookies. `fill` sends the form of the page at `path`, which it opens first. */
export function openBrowserAt(origin: string, address: string) {
  const cookies = new Map<string, string>();
  const cookie = () => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');

  async function visit(method: string, path: string, body?: string): Promise<Reply> {
    const type = body === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' };
    const reply = await send(origin, { method, path, headers: { cookie: cookie(), ...type }, body, address });
    for (const line of reply.headers['set-cookie'] ?? []) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    return reply;
  }

  const post = (path: string, { text }: Reply, fields: Record<string, string>) => {
    const form_token = / name="form_token" value="([^"]*)"/.exec(text)?.[1] ?? '';
    return visit('POST', path, new URLSearchParams({ form_token, ...fields }).toString());
  };

  return {
    cookie,
    open: (path: string) => visit('GET', path),
    post,
    fill: async (path: string, fields: Record<string, string>) => post(path, await visit('GET', path), fields),
  };
}

/** Logs in with a new browser. The status is 303 when the password was right. */
export async function logIn(origin: string, owner: FairnessTenant['owner'], address: string) {
  const browser = openBrowserAt(origin, address);
  const { status } = await browser.fill(logInPath, owner);
  return { browser, status };
}

/** The path of the stream that an order board listens to. */
export const streamPath = (location_id: string) => `/back-office/locations/${location_id}/orders/stream`;
