/** Every page of the hub, from the declarations of auth and the back office. A new page is tested without being named here. */
import type { Endpoint } from '@order-hub/shared/endpoint';
import { endpointsOf } from '../endpoint-lists.ts';

/** A page for members alone. The tests of people open it. */
const isOfMembers = ({ roles }: Endpoint) => roles?.includes('owner') === false;

/** Pages with an address of their own. The steps of an authorisation have none (steps.ts). */
const isOfSite = (path: string) => path === '/' || path.startsWith('/back-office');
const isStep = (path: string) => path.startsWith('/oauth2/v1/authorize');

/** Assets, streams, files, pictures and the 404 page. */
const isPart = (path: string) =>
  path.startsWith('/back-office/assets/') || /\/(stream|export|images\/:image_id)$/.test(path) || path.includes('*');

async function shownPaths(): Promise<string[]> {
  // One at a time: jest cannot import modules concurrently.
  const ofAuth = await endpointsOf('auth');
  const endpoints = [...ofAuth, ...(await endpointsOf('back-office'))];
  return endpoints.filter((each) => each.method === 'GET' && !isOfMembers(each)).map(({ path }) => path);
}

/** The paths of the pages that have an address, with the names of their ids in them: `/back-office/accounts/:account_id`. */
export const sitePaths = async () => (await shownPaths()).filter((path) => isOfSite(path) && !isPart(path));

/** The paths of the steps of an authorisation. */
export const stepPaths = async () => (await shownPaths()).filter(isStep);

/** Puts ids into a path. Throws for one that is not there. */
export const withIds = (path: string, ids: Record<string, string>) =>
  path.replaceAll(/:([a-z_]+)/g, (_whole, name: string) => {
    const id = ids[name];
    if (id === undefined) throw new Error(`${path}: give the owner in owner.ts a ${name}, so that this page is tested`);
    return id;
  });
