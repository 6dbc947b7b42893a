/** How much a user and their clients may create (docs/api/limits.md#quotas). Operators may create more. */
import { assertWithinQuota } from '@order-hub/shared/quota';

const names = {
  connectionsPerPlace: 'live_connections_of_a_client_at_one_location_or_account',
  connectionsPerAccount: 'live_connections_of_an_account',
  locationsPerAccount: 'locations_of_an_account',
  clientsPerUser: 'clients_of_a_user',
  accountsPerUser: 'accounts_of_a_user',
  secondFactorsPerUser: 'second_factors_of_a_user',
  listingsPerUser: 'apps_of_a_user_in_the_directory',
  peoplePerAccount: 'people_and_open_invitations_of_an_account',
} as const;

export type QuotaName = keyof typeof names;

export type Quotas = Readonly<Record<QuotaName, number>>;

/** Throws 422, which names the quota and its number, when `count` things exist and the quota allows no other. */
export const assertMayAddOne = (quotas: Quotas, name: QuotaName, count: number): void =>
  assertWithinQuota(names[name], quotas[name], count + 1);
