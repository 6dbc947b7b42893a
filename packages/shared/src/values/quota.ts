/** How much an account or a user may have (docs/api/limits.md#quotas). */
import { quotaUsedUp } from './errors.ts';

/** What is counted. Pages have a message for each; `_` stands for a space. */
export const quotaNames = [
  'live_connections_of_a_client_at_one_location_or_account',
  'live_connections_of_an_account',
  'locations_of_an_account',
  'special_days_of_a_location',
  'clients_of_a_user',
  'accounts_of_a_user',
  'second_factors_of_a_user',
  'apps_of_a_user_in_the_directory',
  'people_and_open_invitations_of_an_account',
  'catalogs_of_an_account',
  'images_of_an_account',
  'bytes_of_images_of_an_account',
  'images_of_an_account_that_no_catalog_uses',
  'bytes_of_images_of_an_account_that_no_catalog_uses',
  'customer_lists_of_an_account',
  'customers_of_an_account',
] as const;

type QuotaName = (typeof quotaNames)[number];

/** Throws 422, which names the quota and its number, when `wanted` of what it counts would exceed it. */
export function assertWithinQuota(quota: QuotaName, maximum: number, wanted: number): void {
  if (wanted <= maximum) return;
  const what = quota.replaceAll('_', ' ');
  const message = `The quota is used up: ${what}, at most ${maximum.toLocaleString('en')}`;
  throw quotaUsedUp(message, `quota_${quota}`, { quota, maximum });
}
