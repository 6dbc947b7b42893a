/** A browser without script, for pages of the service under test: it keeps cookies, follows redirects and sends forms. */

/** Where pages are: of auth alone, or of auth and the back office behind one address. */
export type Site = { urlOf(path: string): string };

/** A page of auth that needs a log-in. The pages of the back office are missing where auth runs alone. */
export const sessionsPath = '/back-office/profile/sessions';

export type Page = {
  status: number;
  /** Path and query of the page that was reached. */
  url: string;
  html: string;
  headers: Headers;
};

const redirectsMax = 5;

const unescaped = (text: string) =>
  text.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');

/** The hidden fields of the first form that is sent to `action`; without `action`, of the first that is not a search or the log-out. */
export function hiddenFields({ html }: Page, action?: string): Record<string, string> {
  const forms = [...html.matchAll(/<form([^>]*)>(.*?)<\/form>/gs)].filter(([, , content = '']) => content !== '');
  const isWanted = ([, head = '']: RegExpMatchArray) =>
    action === undefined ? !/log-out|method="get"/.test(head) : unescaped(head).includes(`action="${action}"`);
  const content = forms.find(isWanted)?.[2] ?? '';
  const inputs = [...content.matchAll(/<input([^>]*)>/g)].map(([, head = '']) => head);
  const attribute = (head: string, name: string) => unescaped(new RegExp(` ${name}="([^"]*)"`).exec(head)?.[1] ?? '');
  const hidden = inputs.filter((head) => head.includes('type="hidden"'));
  return Object.fromEntries(hidden.map((head) => [attribute(head, 'name'), attribute(head, 'value')]));
}

/** A new browser, without a session. */
export function openBrowser({ urlOf }: Site, extra: Record<string, string> = {}) {
  const cookies = new Map<string, string>();

  function keep(headers: Headers): void {
    for (const line of headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '') cookies.delete(name);
      else cookies.set(name, value);
    }
  }

  /** One request. A redirect is not followed. */
  async function request(method: string, path: string, body?: URLSearchParams): Promise<Page> {
    const response = await fetch(urlOf(path), {
      method,
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '), ...extra },
      ...(body && { body }),
    });
    keep(response.headers);
    return { status: response.status, url: path, html: await response.text(), headers: response.headers };
  }

  async function follow(page: Page, left = redirectsMax): Promise<Page> {
    const location = page.headers.get('location');
    if (page.status !== 303 || !location?.startsWith('/') || left === 0) return page;
    return follow(await request('GET', location), left - 1);
  }

  return {
    cookies,
    request,
    open: async (path: string) => follow(await request('GET', path)),
    /** Sends the form of a page, with its hidden fields and these. `action`: where it is sent, unless to the page itself. */
    async send(page: Page, fields: Record<string, string> = {}, action?: string) {
      const body = new URLSearchParams({ ...hiddenFields(page, action), ...fields });
      return follow(await request('POST', action ?? page.url, body));
    },
  };
}

export type Browser = ReturnType<typeof openBrowser>;

/** A browser in which this user has logged in. */
export async function logInAs(site: Site, { email, password }: { email: string; password: string }) {
  const browser = openBrowser(site);
  await browser.send(await browser.open('/back-office/log-in'), { email, password });
  return browser;
}
