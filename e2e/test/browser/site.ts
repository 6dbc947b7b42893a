/** Every page of the hub, from the declarations of auth. A new page is tested without being named here. */
import { endpointsOf } from '../endpoint-lists.ts';

/** Not under the back office: the steps of a consent, to which a journey leads and no address alone (authorise.test.ts). */
const isOfSite = (path: string) => path === '/' || path.startsWith('/back-office');

/** What browsers load for a page, and what is no page. */
const isPart = (path: string) =>
  path.startsWith('/back-office/assets/') || path.endsWith('/stream') || path.includes('*');

/** The paths of the pages that have an address, with the names of their ids in them: `/back-office/accounts/:account_id`. */
export async function sitePaths(): Promise<string[]> {
  const endpoints = await endpointsOf('auth');
  const paths = endpoints.filter(({ method }) => method === 'GET').map(({ path }) => path);
  return paths.filter((path) => isOfSite(path) && !isPart(path));
}

/** Puts ids into a path. Throws for one that is not there. */
export const withIds = (path: string, ids: Record<string, string>) =>
  path.replaceAll(/:([a-z_]+)/g, (_whole, name: string) => {
    const id = ids[name];
    if (id === undefined) throw new Error(`${path}: tell site.test.ts a ${name}, so that this page is tested`);
    return id;
  });
