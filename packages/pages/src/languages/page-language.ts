/** The language of a page: what the user chose, else what the browser asks for, else English. */
import { languages, type Language } from '@order-hub/shared/languages';
import Negotiator from 'negotiator';
import type { IncomingHttpHeaders } from 'node:http';

/**
 * `en-XA`: English in marks, for tests: a text without marks does not come from the messages. Browsers have to ask for it,
 * and in production it does not exist.
 */
export const markedLanguage = 'en-XA';

export type PageLanguage = Language | typeof markedLanguage;

/** The language of each request whose visitor is known, for the page that says why the request failed. */
const visited = new WeakMap<IncomingHttpHeaders, PageLanguage>();

type Wanted = { chosen: Language | null; hasMarked: boolean };

/** Languages that a browser may ask for are many; it gets the best one of ours. */
function askedFor(headers: IncomingHttpHeaders, hasMarked: boolean): PageLanguage {
  const ours = [...languages, ...(hasMarked ? [markedLanguage] : [])];
  return (new Negotiator({ headers }).language(ours) ?? 'en') as PageLanguage;
}

/** The language of a visit. `chosen`: the user's choice. `hasMarked`: outside production. */
export function languageOf(headers: IncomingHttpHeaders, { chosen, hasMarked }: Wanted): PageLanguage {
  const asked = askedFor(headers, hasMarked);
  const language = asked === markedLanguage ? asked : (chosen ?? asked);
  visited.set(headers, language);
  return language;
}

/** The language in which a request is refused. */
export const languageOfRefused = (headers: IncomingHttpHeaders): PageLanguage =>
  visited.get(headers) ?? askedFor(headers, false);

export const marks = ['⟦', '⟧'] as const;

/** A text in the marks of the marked language; as it is in every other. */
export const inMarks = (language: PageLanguage, text: string): string =>
  language === markedLanguage ? marks[0] + text + marks[1] : text;
