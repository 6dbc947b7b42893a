/** Ids of the path, filters of the query, and `body`. */
export type ApiArguments = Readonly<Record<string, unknown>>;

const idPattern = /\{(\w+)\??\}/g;

/** Method, path with its query, and the body, JSON unless it is bytes, of a route such as `PATCH /locations/{location_id?}/orders/{order_id}`. */
export function apiRequestOf(route: string, { body, ...values }: ApiArguments) {
  const [method = '', template = ''] = route.split(' ');
  const ids = [...template.matchAll(idPattern)].map(([, name = '']) => name);
  const path = template.replace(idPattern, (_, name: string) => encodeURIComponent(String(values[name])));
  const filters = Object.entries(values).filter(([name, value]) => value !== undefined && !ids.includes(name));
  const query = new URLSearchParams(filters.map(([name, value]) => [name, String(value)])).toString();
  return {
    method: method === 'LIST' ? 'GET' : method,
    path: query === '' ? path : `${path}?${query}`,
    body: body === undefined || Buffer.isBuffer(body) ? body : JSON.stringify(body),
  };
}
