/** What each kind of visitor gets who opens a page: from its declaration, and from what a test says of its service. */
import type { PageEndpoint } from '@order-hub/pages/declared-page';
import { roleOf, type VisitorKind } from './visitors.ts';

export type Page = PageEndpoint<never>;

/**
 * `asksOthers`: pages that answer 503, because no other service runs; `managersAskOthers`: those that ask only for a user who
 * manages a location; `formAsksOthers`: those of which only the form may. `needsRequest`: those of an authorisation.
 * `toConvert`: pages with texts that do not come from messages yet. This list only shrinks.
 */
export type Expectations = {
  asksOthers: readonly string[];
  managersAskOthers?: readonly string[];
  formAsksOthers?: readonly string[];
  needsRequest: RegExp;
  toConvert: readonly string[];
};

type Expected = { status: number; to?: string };

export const isLoggedOut = (kind: VisitorKind) => kind === 'nobody' || kind === 'a visitor with odd cookies';

/**
 * What a visitor gets who has no right to the place in the path: members know of their location alone, and read there which
 * roles may open the page. Generated from the declared pages, so a right that a page gives is seen in this test.
 */
export function refusalOf({ who, path, roles }: Page, kind: VisitorKind): Expected | undefined {
  if (!path.includes('/:') || who.endsWith('operator')) return undefined;
  const role = roleOf[kind];
  const isKnown = role === 'owner' || (role !== undefined && path.includes('/:location_id'));
  if (!isKnown) return { status: 404 };
  return roles.includes(role) ? undefined : { status: 403 };
}

/** What a visitor gets who opens a page with the ids of the owner. */
export function expectedOf(
  page: Page,
  kind: VisitorKind,
  { asksOthers, managersAskOthers = [], needsRequest }: Expectations,
): Expected {
  const { who, path } = page;
  if (who === 'anyone') return { status: 200 };
  if (isLoggedOut(kind)) return { status: 303, to: '/back-office/log-in?continue=' };
  if (who.endsWith('operator') && kind !== 'an operator') return { status: 404 };
  if (who === 'confirmed' && kind === 'the owner, an hour after log-in') {
    return { status: 303, to: '/back-office/confirm?continue=' };
  }
  if (needsRequest.test(path)) return { status: 400 };
  const refusal = refusalOf(page, kind);
  if (refusal) return refusal;
  // Somebody in the kitchen of one location is sent to its board.
  if (path === '/back-office' && kind === 'somebody in the kitchen')
    return { status: 303, to: '/back-office/locations/' };
  const manages = roleOf[kind] === 'owner' || kind.startsWith('a manager');
  const asks = asksOthers.includes(path) || (manages && managersAskOthers.includes(path));
  return { status: asks ? 503 : 200 };
}

/** Visitors who are shown what somebody else with their rights is shown. */
const shownAsTo: Partial<Record<VisitorKind, VisitorKind>> = {
  'an operator': 'the owner',
  'a stranger': 'the owner',
  'the owner, an hour after log-in': 'the owner',
  'a manager of another location': 'the owner',
};

/**
 * Whether a visitor must open a page: it refuses them, sends them elsewhere, or shows them what nobody else with their rights
 * is shown.
 */
export function opensAlone(page: Page, kind: VisitorKind, expectations: Expectations): boolean {
  const other = shownAsTo[kind];
  if (!other) return page.who !== 'anyone' || isLoggedOut(kind) || kind === 'the owner';
  const [own, others] = [expectedOf(page, kind, expectations), expectedOf(page, other, expectations)];
  return own.status !== others.status || own.to !== others.to;
}

/** A visitor who may send the form of a page. */
export function senderOf({ who }: Page): VisitorKind {
  if (who === 'anyone') return 'nobody';
  return who.endsWith('operator') ? 'an operator' : 'the owner';
}
