/** A path has one spelling, so that all who read it agree on what it is (docs/decisions/0098-a-path-has-one-spelling.md). */

/**
 * Whatever two servers may read differently: doubled slashes, dot segments, backslashes, fragments, encoded dots, slashes and
 * control characters, malformed percent-encoding, raw bytes outside ASCII.
 */
const oddPath = /\/\/|\.\.|\/\.(?:\/|$)|\\|#|%(?:2e|2f|5c|7f|[01][0-9a-f]|(?![0-9a-f]{2}))|[^\x21-\x7e]/i;

/** Whether a request target is something other than a plain path, such as an absolute URL or `*`. */
export const isOddTarget = (path: string, query: string) =>
  !path.startsWith('/') || oddPath.test(path) || query.includes('%00') || query.includes('#');

/** Whether the path has an encoded character. Words, ids and names of pages need none, so it is another spelling or unknown. */
export const isEncoded = (path: string) => path.includes('%');

/** The path without the slash at its end, if it has one. */
export const withoutLastSlash = (path: string) => (path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path);
