/** Paths of the API that a client may have meant by an unknown one (docs/api/errors.md#unknown-urls). */
import { upstreamOf } from '@order-hub/shared/api-upstreams';

/** What clients leave out of a path. */
const prefixes = ['', '/location', '/account', '/callback'];

const isOfCallback = /^\/callback\/(?!events(?:\/|$))/;

/** A path that lacks `/v1` or the start of a short path, completed in each way that leads to a service. */
export function similarPaths(path: string): string[] {
  const inner = path.replace(/^\/v1(?=\/|$)/, '');
  if (inner === '' || inner === '/') return [];
  const candidates = prefixes.map((prefix) => `${prefix}${inner}`);
  return candidates
    .filter((candidate) => upstreamOf(candidate) !== undefined && !isOfCallback.test(candidate))
    .map((candidate) => `/v1${candidate}`);
}
