/** Calls of an application: repeated as the guide says, or with a flaw. */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';

export type CallFlaw =
  /** Repeats at once after a 429. */
  | 'impatient'
  /** Does not repeat after a 503. */
  | 'resigned'
  /** Repeats after a 504 with another key. */
  | 'blind'
  /** Repeats without a pause while it is suspended. */
  | 'restless';

export type Answer = { status: number; body: any };

export type Ask = (route: string, body?: unknown) => Promise<Answer>;

const repeatsMax = 30;

/** The application's own calls of the API. */
export function calls({ url, token, flaw }: { url: string; token: string; flaw: string | undefined }): Ask {
  const repeats = (status: number) =>
    status === 429 ||
    status === 504 ||
    (status === 503 && flaw !== 'resigned') ||
    (status === 401 && flaw === 'restless');

  return async (route, body) => {
    const [method = '', path = ''] = route.split(' ');
    let key = randomUUID();
    for (let count = 0; ; count += 1) {
      const response = await fetch(url + path, {
        method,
        headers: { 'x-access-token': token, 'content-type': 'application/json', 'idempotency-key': key },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const { status, headers } = response;
      const answer = { status, body: await response.json() };
      if (!repeats(status) || count === repeatsMax) return answer;
      if (status === 504 && flaw === 'blind') key = randomUUID();
      const isHasty = status === 429 && flaw === 'impatient';
      if (!isHasty) await pause(+(headers.get('retry-after') ?? '0') * 1_000);
    }
  };
}
