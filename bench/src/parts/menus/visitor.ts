/** A person with a browser: keeps cookies and sends forms. */
type Page = { status: number; html: string; ms: number };

const unescaped = (text: string) => text.replaceAll('&quot;', '"').replaceAll('&amp;', '&');

const attribute = (tag: string, name: string) => unescaped(new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1] ?? '');

/** The hidden fields of the form of a page in which a text occurs. */
export function hiddenIn(html: string, text: string): Record<string, string> {
  const form = html.split('<form').find((part) => part.includes(text)) ?? '';
  const inputs = form.match(/<input[^>]*type="hidden"[^>]*>/g) ?? [];
  return Object.fromEntries(inputs.map((tag) => [attribute(tag, 'name'), attribute(tag, 'value')]));
}

export function openVisitor(origin: string) {
  const cookies = new Map<string, string>();

  /** One request. A redirect is not followed. */
  async function request(path: string, body?: URLSearchParams | FormData): Promise<Page> {
    const begun = performance.now();
    const response = await fetch(origin + path, {
      method: body ? 'POST' : 'GET',
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(body && { body }),
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    const html = await response.text();
    return { status: response.status, html, ms: performance.now() - begun };
  }

  async function logIn(email: string, password: string): Promise<void> {
    const { html } = await request('/back-office/log-in');
    const sent = await request(
      '/back-office/log-in',
      new URLSearchParams({ ...hiddenIn(html, 'password'), email, password }),
    );
    if (sent.status !== 303) throw new Error(`The log-in was answered ${sent.status}`);
  }
  return { request, logIn };
}

export type Visitor = ReturnType<typeof openVisitor>;
