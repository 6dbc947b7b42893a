/** Every page of the hub, from the declarations of auth. A new page is tested without being named here. */
import { errorPage } from '../../../services/auth/src/pages/error-page.tsx';
import { endpointsOf } from '../endpoint-lists.ts';

/** No page by itself: what a live page listens to; and the parts of a consent, to which a journey leads (authorise.test.ts). */
const isPart = (path: string) => path.endsWith('/stream') || path.startsWith('/oauth2/v1/authorize');

/** The paths of the pages that have an address, with the names of their ids in them: `/back-office/accounts/:account_id`. */
export async function sitePaths(): Promise<string[]> {
  const endpoints = await endpointsOf('auth');
  return endpoints
    .filter(({ method, refuse, path }) => method === 'GET' && refuse === errorPage && !path.includes('*'))
    .map(({ path }) => path)
    .filter((path) => !isPart(path));
}

/** Puts ids into a path. Throws for one that is not there. */
export const withIds = (path: string, ids: Record<string, string>) =>
  path.replaceAll(/:([a-z_]+)/g, (_whole, name: string) => {
    const id = ids[name];
    if (id === undefined) throw new Error(`${path}: tell site.test.ts a ${name}, so that this page is tested`);
    return id;
  });
