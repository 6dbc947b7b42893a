/** The services behind the gateway. */
export const upstreamNames = ['auth', 'back-office', 'orders', 'catalog', 'customers', 'events'] as const;
export type UpstreamName = (typeof upstreamNames)[number];

/** Where a request goes, and what its path says about it. */
export type Route = {
  upstream: UpstreamName;
  /** Whether it is a high load query, which has a limit of its own. */
  isHighLoad: boolean;
  /** Whether its response is likely to be long: a high load query, a list of parts of a catalog, or a file of orders. */
  isLong: boolean;
  /** How many bytes its body may have. */
  bodyBytesMax: number;
  /** Whether it is for a live page, whose response goes on for minutes. */
  isLive: boolean;
  /** Whether it is a token request or a revocation, which programs send. */
  isOauth: boolean;
};
