/** One request, ready to be sent. */
export type HubRequest = {
  method: string;
  url: string;
  headers: Record<string, string>;
  body?: string | Blob;
};

type Values = Record<string, unknown>;

/** An id may not change the meaning of its path. */
const id = /^[\w-]+$/;

/** What `/location` and `/account` stand for (docs/api/conventions.md#short-paths). */
const optionalId = /s\/\{(\w+)\?\}/g;

/**
 * The request of a route such as `PATCH /locations/{location_id?}/orders/{order_id}` with these arguments. `body` is the
 * body, ids fill the path, everything else becomes the query. Throws TypeError for an id that is missing or none.
 */
export function requestOf(route: string, baseUrl: string, { body, ...values }: Values): HubRequest {
  const [method = '', template = ''] = route.split(' ');
  const path = template
    .replace(optionalId, (_match, name: string) => (values[name] === undefined ? '' : `s/${takeId(values, name)}`))
    .replace(/\{(\w+)\}/g, (_match, name: string) => takeId(values, name));
  const query = queryOf(template, values);
  const url = baseUrl.replace(/\/+$/, '') + path + (query.size > 0 ? `?${query}` : '');
  return { method: method === 'LIST' ? 'GET' : method, url, ...bodyOf(body) };
}

/** The values that are no ids of the path. */
function queryOf(template: string, values: Values): URLSearchParams {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) {
    const isId = template.includes(`{${name}}`) || template.includes(`{${name}?}`);
    if (value !== undefined && !isId) query.set(name, typeof value === 'string' ? value : JSON.stringify(value));
  }
  return query;
}

function takeId(values: Values, name: string): string {
  const value = values[name];
  if (typeof value !== 'string' || !id.test(value)) throw new TypeError(`${name} must be an id`);
  return value;
}

function bodyOf(body: unknown): Pick<HubRequest, 'headers' | 'body'> {
  if (body === undefined) return { headers: {} };
  if (body instanceof Blob) return { headers: { 'content-type': body.type }, body };
  return { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
}
