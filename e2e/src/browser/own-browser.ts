/** A browser for attacks on the pages: it keeps cookies and calls from a chosen address. It follows no redirects. */
import { Agent, request } from 'node:http';

export type Shown = { status: number; html: string; headers: Record<string, string | string[] | undefined> };

/** `origin`: the gateway's. `localAddress`: the address of this machine to call from; attacks have their own. */
export function openOwnBrowser(origin: string, localAddress?: string) {
  const agent = new Agent({ keepAlive: true, ...(localAddress !== undefined && { localAddress }) });
  const cookies = new Map<string, string>();

  function keep(lines: readonly string[] = []): void {
    for (const line of lines) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
  }

  const send = (method: string, path: string, body = '', headers: Record<string, string> = {}): Promise<Shown> =>
    new Promise((resolve, reject) => {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const type = { 'content-type': 'application/x-www-form-urlencoded' };
      const all = { cookie, ...(body !== '' && type), ...headers };
      const sent = request(origin + path, { agent, method, headers: all }, (response) => {
        let html = '';
        response.setEncoding('utf8').on('data', (part: string) => (html += part));
        response.once('end', () => {
          keep(response.headers['set-cookie']);
          resolve({ status: response.statusCode ?? 0, html, headers: response.headers });
        });
      });
      sent.once('error', reject).end(body);
    });

  return {
    cookies,
    open: (path: string) => send('GET', path),
    /** Sends the form of the page that was shown at this path. */
    fill: (path: string, { html }: Shown, fields: Record<string, string>) => {
      const form_token = / name="form_token" value="([^"]*)"/.exec(html)?.[1] ?? '';
      return send('POST', path, new URLSearchParams({ form_token, ...fields }).toString());
    },
    close: () => agent.destroy(),
  };
}
