/** The pages that a visitor may be sent to after log-in. */

const home = '/back-office';
const ours = /^\/(?:back-office|oauth2\/v1\/authorize)(?:[/?]|$)/;
/** A placeholder host: only shows whether a text leaves the hub. */
const origin = 'http://hub.invalid';

/** The path and query of a page of ours that `text` names; the home of the back office if it names none. */
export function ownPath(text: string | undefined): string {
  if (text === undefined || !URL.canParse(text, origin)) return home;
  const url = new URL(text, origin);
  if (url.origin !== origin || !ours.test(url.pathname)) return home;
  return url.pathname + url.search;
}
