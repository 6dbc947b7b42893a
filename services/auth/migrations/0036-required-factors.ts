import type { Migration } from '@order-hub/shared/migration';

/**
 * Since when an account requires a second factor of everybody who works in it; null when it does not. Processes of the release before do
 * not know it, and let people in without one.
 */
export const requiredFactors: Migration = {
  name: '0036-required-factors',
  up: `
    alter table accounts add second_factor_required_at timestamptz;
  `,
  down: `
    alter table accounts drop second_factor_required_at;
  `,
};
