import type { PublicContext } from '@order-hub/shared/endpoint';
import { notFound } from '@order-hub/shared/errors';
import type { FullReply } from '@order-hub/shared/full-reply';
import type { AnyPage, PageDeps } from './declared-page.ts';
import type { PageRequest, PageStep } from './page-request.ts';
import { startVisit } from './start-visit.ts';
import type { PlaceIds } from './visits/visit.ts';

type Parsed = { params: unknown; query: unknown; body?: unknown };

type Steps = { steps: readonly PageStep[]; sendsForm: boolean };

/** The handler of a page: finds out who is looking, then runs the steps until one answers. */
export const answerWith =
  (page: AnyPage, { steps, sendsForm }: Steps) =>
  async ({ params, query, body }: Parsed, ctx: PublicContext, deps: PageDeps): Promise<FullReply> => {
    const input = { params, query } as PageRequest['input'];
    const fields = (body ?? {}) as Record<string, string>;
    const ids = params as PlaceIds;
    const visit = await startVisit({ who: page.who, ids, sendsForm }, ctx, deps);
    const request = { page, input, ids, fields, ctx, visit, deps };
    for (const step of steps) {
      const reply = await step(request);
      if (reply) return reply;
    }
    throw notFound('Page');
  };
