import { readCookies } from '@order-hub/pages/cookies';
import type { PageDeps } from '@order-hub/pages/declared-page';
import { startVisit } from '@order-hub/pages/start-visit';
import type { UserVisit } from '@order-hub/pages/visit';
import type { PublicContext } from '@order-hub/shared/endpoint';
import { ApiError } from '@order-hub/shared/errors';
import { retrieveExampleConnection, type ExampleConnection } from '@order-hub/shared/management/example-connections';
import type { AskFor } from '@order-hub/shared/principal-call';
import { connectionInCookie } from './example-cookie.ts';

/** Whose examples a page shows. */
export type ExampleVisit = { visit: UserVisit; connection: ExampleConnection };

/**
 * The connection for which this session shows its examples. Undefined without one, after it has ended, and while auth cannot
 * say: everybody may read the documentation without it.
 */
export async function findExampleConnection(
  ctx: PublicContext,
  { askFor, ...deps }: PageDeps & { askFor: AskFor },
): Promise<ExampleVisit | undefined> {
  const { examples } = readCookies(deps.publicUrl, ctx.headers.cookie);
  if (!examples) return undefined;
  try {
    const visit = (await startVisit({ who: 'user', ids: {} }, ctx, deps)) as UserVisit;
    if (!visit.user) return undefined;
    const connection_id = connectionInCookie(deps.formKeys, visit.sessionSecret, examples);
    if (connection_id === undefined) return undefined;
    return { visit, connection: await askFor(retrieveExampleConnection, visit, { params: { connection_id } }) };
  } catch (error) {
    if (error instanceof ApiError) return undefined;
    throw error;
  }
}
