/** How much a user and their clients may create (docs/api/limits.md#quotas). Operators may create more. */
import { assertWithinQuota } from '@order-hub/shared/quota';

const names = {
  connectionsPerPlace: 'live connections of a client at one location or account',
  connectionsPerAccount: 'live connections of an account',
  locationsPerAccount: 'locations of an account',
  clientsPerUser: 'clients of a user',
  accountsPerUser: 'accounts of a user',
  secondFactorsPerUser: 'second factors of a user',
  listingsPerUser: 'apps of a user in the directory',
  peoplePerAccount: 'people and open invitations of an account',
};

export type QuotaName = keyof typeof names;

export type Quotas = Readonly<Record<QuotaName, number>>;

/** Throws 422, which names the quota and its number, when `count` things exist and the quota allows no other. */
export const assertMayAddOne = (quotas: Quotas, name: QuotaName, count: number): void =>
  assertWithinQuota(names[name], quotas[name], count + 1);
