import type { PublicContext } from '@order-hub/shared/endpoint';
import { likelyCountry } from './languages/likely-country.ts';
import { languageOf } from './languages/page-language.ts';
import { readCookies } from './visits/cookies.ts';
import { formSecret, formToken } from './visits/form-token.ts';
import { isSecret, newSecret } from './visits/secret.ts';
import type { PageDeps } from './declared-page.ts';
import type { PlaceIds, Visit, Visitor, VisitorSession, Who } from './visits/visit.ts';

type SessionFacts = Pick<
  Visitor,
  'user' | 'isConfirmed' | 'formWaitSeconds' | 'sessionSecret' | 'user_token' | 'place' | 'needsSecondFactor'
>;

const loggedOut: SessionFacts = {
  user: null,
  isConfirmed: false,
  formWaitSeconds: 0,
  sessionSecret: null,
  user_token: '',
  place: null,
  needsSecondFactor: false,
};

const factsOf = (
  { user, is_confirmed, form_wait_seconds, user_token, place, needs_second_factor }: VisitorSession,
  secret: string,
): SessionFacts => ({
  user,
  isConfirmed: is_confirmed,
  formWaitSeconds: form_wait_seconds,
  sessionSecret: secret,
  user_token,
  place,
  needsSecondFactor: needs_second_factor,
});

/** The session of the cookie, if it is one of ours and not over. */
async function sessionOf(
  secret: string | undefined,
  find: (secret: string) => Promise<VisitorSession | undefined>,
): Promise<SessionFacts> {
  if (!isSecret(secret)) return loggedOut;
  const session = await find(secret);
  return session ? factsOf(session, secret) : loggedOut;
}

const browserOf = (secret: string | undefined) =>
  isSecret(secret) ? { browser: secret, isNew: false } : { browser: newSecret(), isNew: true };

type Wanted = { who: Who; ids: PlaceIds; sendsForm?: boolean };

/** Who is looking at a page of `who` or sends its form, and from where. Ignores cookies we did not set. */
export async function startVisit(
  wanted: Wanted,
  ctx: PublicContext,
  { findSession, formKeys, publicUrl, hasMarked }: PageDeps,
): Promise<Visit> {
  const { now, requestId, traceparent, log, signal, cost, untilAnswered, address, headers, url } = ctx;
  const cookies = readCookies(publicUrl, headers.cookie);
  const session = await sessionOf(cookies.session, (secret) => findSession(secret, wanted, ctx));
  const browser = browserOf(cookies.browser);
  return {
    ...session,
    ...browser,
    language: languageOf(headers, { chosen: session.user?.language ?? null, hasMarked }),
    likelyCountry: () => likelyCountry(headers),
    ...{ now, requestId, traceparent, log, signal, cost, untilAnswered, address, url, publicUrl },
    userAgent: headers['user-agent'] ?? null,
    notice: cookies.notice ?? null,
    formToken: formToken(formKeys, formSecret(wanted.who, { ...browser, ...session })),
  };
}
