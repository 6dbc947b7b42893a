/** Which methods a path has, for the error of another one (docs/api/errors.md#unknown-urls). */
import { isForConnections, type Endpoint } from './endpoint.ts';

/** The paths of an endpoint, as express matches them. */
const patternOf = ({ path }: Endpoint) => new RegExp(`^${path.replaceAll('.', '\\.').replace(/:\w+/g, '[^/]+')}$`);

/** Makes the function that lists the methods of a path; none for an unknown path. Tells of what clients may call only. */
export function methodFinder(endpoints: readonly Endpoint[]): (path: string) => string[] {
  const callable = endpoints.filter((declared) => isForConnections(declared) || declared.access === 'public');
  const known = callable.map((declared) => ({
    pattern: patternOf(declared),
    methods: [
      declared.method,
      ...(declared.method === 'GET' ? ['HEAD'] : []),
      ...(declared.alias ? [declared.alias] : []),
    ],
  }));
  return (path) => [...new Set(known.filter(({ pattern }) => pattern.test(path)).flatMap(({ methods }) => methods))];
}
