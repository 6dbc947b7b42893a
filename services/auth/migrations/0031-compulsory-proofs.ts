import type { Migration } from '@order-hub/shared/migration';

/**
 * Clients that switched on that each of their codes needs a proof (docs/api/authentication.md#proof-of-the-request). Releases of before
 * read `may_omit_proof` instead; no release from this one on does.
 */
export const compulsoryProofs: Migration = {
  name: '0031-compulsory-proofs',
  up: 'alter table clients add needs_proof boolean not null default false',
  down: 'alter table clients drop needs_proof',
};
