import type { PublicContext } from '@order-hub/shared/endpoint';
import type { FullReply } from '@order-hub/shared/full-reply';
import type { AnyPage, PageDeps } from './declared-page.ts';
import type { PlaceIds, Visit } from './visits/visit.ts';

/** A request for a page, as its steps see it. `fields`: what a form sent, its token included. */
export type PageRequest = {
  page: AnyPage;
  input: { params: never; query: never };
  ids: PlaceIds;
  fields: Record<string, string>;
  ctx: PublicContext;
  visit: Visit;
  deps: PageDeps;
};

/** Answers a request, or leaves it to the next step. Throws what the visitor is shown as an error page. */
export type PageStep = (request: PageRequest) => Promise<FullReply | undefined> | FullReply | undefined;
