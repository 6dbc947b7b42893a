import type { Hub } from '../hub.ts';

/** Calls the API as one of the demo's applications: `await call('POST /location/orders', body)`. */
export type DemoCall = (route: string, body: object) => Promise<{ id: string }>;

/** Calls the API with this access token. Throws if the answer is an error. */
export const callAs =
  ({ gateway_port }: Hub, access_token: string): DemoCall =>
  async (route, body) => {
    const [method = '', path = ''] = route.split(' ');
    const response = await fetch(`http://127.0.0.1:${gateway_port}/v1${path}`, {
      method,
      headers: { 'x-access-token': access_token, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`The demo is incomplete: ${route} was answered ${response.status} ${text}`);
    return JSON.parse(text) as { id: string };
  };
