import type { PublicContext } from '@order-hub/shared/endpoint';
import { readCookies } from './cookies.ts';
import { formSecret, formToken, isSecret, newSecret } from './form-token.ts';
import type { PageDeps } from './declared-page.ts';
import type { PlaceIds, Visit, Who } from './visit.ts';

/** Who is looking at a page of `who`, and from where. Ignores cookies we did not set. */
export async function startVisit(
  who: Who,
  ids: PlaceIds,
  ctx: PublicContext,
  { findSession, formKeys, publicUrl }: PageDeps,
): Promise<Visit> {
  const { now, requestId, log, address, headers, url } = ctx;
  const cookies = readCookies(publicUrl, headers.cookie);
  const sent = isSecret(cookies.session) ? cookies.session : undefined;
  const session = sent === undefined ? undefined : await findSession(sent, { who, ids }, ctx);
  const sessionSecret = session === undefined ? null : (sent ?? null);
  const isNew = !isSecret(cookies.browser);
  const browser = isSecret(cookies.browser) ? cookies.browser : newSecret();
  return {
    user: session?.user ?? null,
    isConfirmed: session?.is_confirmed ?? false,
    sessionSecret,
    user_token: session?.user_token ?? '',
    place: session?.place ?? null,
    browser,
    isNew,
    ...{ now, requestId, log, address, url, publicUrl },
    userAgent: headers['user-agent'] ?? null,
    notice: cookies.notice ?? null,
    formToken: formToken(formKeys, formSecret(who, { browser, sessionSecret })),
  };
}
