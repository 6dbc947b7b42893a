import { invalid } from '@order-hub/shared/errors';

const hostOf = (url: string) => (URL.canParse(url) ? new URL(url).host : '');

/**
 * Throws 422 unless the host of the start URL is one to which the client's users return anyway: a merchant who connects an
 * app never gets to a host that the client has not registered.
 */
export function assertStartUrl(start_url: string, redirect_uris: readonly string[]): void {
  const hosts = redirect_uris.filter((uri) => uri.startsWith('https:')).map(hostOf);
  if (hosts.includes(hostOf(start_url))) return;
  throw invalid(
    'start_url',
    'inconsistent',
    hosts.length === 0
      ? 'needs a redirect URI with https first: its host must be that of one'
      : `must have the host of one of the redirect URIs: ${[...new Set(hosts)].join(', ')}`,
  );
}
