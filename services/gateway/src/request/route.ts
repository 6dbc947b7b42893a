import { serviceNames, type ServiceName } from '@order-hub/shared/neighbours';

/** The services behind the gateway. */
export type UpstreamName = Exclude<ServiceName, 'gateway'>;
export const upstreamNames = serviceNames.filter((name) => name !== 'gateway');

/** Where a request goes, and what its path says about it. */
export type Route = {
  upstream: UpstreamName;
  /** Whether it is a high load query, which has a limit of its own. */
  isHighLoad: boolean;
  /** How many bytes its body may have. */
  bodyBytesMax: number;
  /** Whether it is for a live page, whose response goes on for minutes. */
  isLive: boolean;
};
