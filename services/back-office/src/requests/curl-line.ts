import type { LoggedRequest } from '@order-hub/shared/management/requests';

const methodsWithBody = ['POST', 'PUT', 'PATCH'];

/**
 * A request as a command for a shell. It has `$TOKEN` in place of the token, and names a file in place of the body: neither is in the log.
 * Path and query hold nothing that a quoted text of a shell could end with (docs/api/requests.md#what-is-kept).
 */
export function curlLine(publicUrl: string, { method, path, query, has_idempotency_key }: LoggedRequest): string {
  const target = query === null ? path : `${path}?${query}`;
  const how = method === 'HEAD' ? 'curl --head' : method === 'GET' ? 'curl' : `curl -X ${method}`;
  return [
    `${how} '${publicUrl}${target}'`,
    `-H "X-Access-Token: $TOKEN"`,
    ...(has_idempotency_key ? [`-H "Idempotency-Key: $KEY"`] : []),
    ...(methodsWithBody.includes(method) ? [`-H 'Content-Type: application/json'`, '--data @body.json'] : []),
  ].join(' \\\n  ');
}
