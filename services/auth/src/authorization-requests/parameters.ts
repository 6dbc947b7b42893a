/** The parameters of an authorisation request, as they were sent. */

/** By name, all values that it has. A parameter without a value counts as left out (RFC 6749, 3.1). */
export type Parameters = ReadonlyMap<string, readonly string[]>;

/** The parameters in the query of a path. */
export function parametersOf(path: string): Parameters {
  const found = new Map<string, string[]>();
  for (const [name, value] of new URLSearchParams(path.slice(path.indexOf('?') + 1))) {
    if (value !== '') found.set(name, [...(found.get(name) ?? []), value]);
  }
  return found;
}

/** The only value of a parameter; undefined for one that is missing or repeated. */
export function onlyValue(parameters: Parameters, name: string): string | undefined {
  const values = parameters.get(name) ?? [];
  return values.length === 1 ? values[0] : undefined;
}
