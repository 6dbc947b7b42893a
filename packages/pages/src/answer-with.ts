import type { PublicContext } from '@order-hub/shared/endpoint';
import { ApiError, notFound } from '@order-hub/shared/errors';
import type { FullReply } from '@order-hub/shared/full-reply';
import type { AnyPage, PageDeps } from './declared-page.ts';
import type { PageRequest, PageStep } from './page-request.ts';
import { startVisit } from './start-visit.ts';
import { goTo } from './visits/replies.ts';
import type { PlaceIds, Visit } from './visits/visit.ts';

type Parsed = { params: unknown; query: unknown; body?: unknown };

type Steps = { steps: readonly PageStep[]; sendsForm: boolean };

/**
 * Where an account requires a second factor that the visitor does not have, the visitor goes to add one, and comes back: whichever step
 * or service says so. Other errors stay errors.
 */
function answerFailure(error: unknown, visit: Visit): FullReply {
  if (!(error instanceof ApiError) || error.code !== 'second_factor_needed') throw error;
  return goTo(visit, `/back-office/profile/second-factor?continue=${encodeURIComponent(visit.url)}`);
}

/** The first answer of the steps. */
async function answerOf(request: PageRequest, steps: readonly PageStep[]): Promise<FullReply> {
  for (const step of steps) {
    const reply = await step(request);
    if (reply) return reply;
  }
  throw notFound('Page');
}

/** The handler of a page: finds out who is looking, then runs the steps until one answers. */
export const answerWith =
  (page: AnyPage, { steps, sendsForm }: Steps) =>
  async ({ params, query, body }: Parsed, ctx: PublicContext, deps: PageDeps): Promise<FullReply> => {
    const input = { params, query } as PageRequest['input'];
    const fields = (body ?? {}) as Record<string, string>;
    const ids = params as PlaceIds;
    const visit = await startVisit({ who: page.who, ids, sendsForm }, ctx, deps);
    const request = { page, input, ids, fields, ctx, visit, deps };
    return answerOf(request, steps).catch((error: unknown) => answerFailure(error, visit));
  };
