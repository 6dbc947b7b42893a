import type { Migration } from '@order-hub/shared/migration';

/**
 * Clients of before may exchange a code without proving which authorisation request it is of
 * (docs/api/authentication.md#proof-of-the-request). One that the release before creates meanwhile counts as new.
 */
export const codeProofs: Migration = {
  name: '0017-code-proofs',
  up: `
    alter table clients add column may_omit_proof boolean not null default true;
    alter table clients alter column may_omit_proof set default false;
  `,
  down: 'alter table clients drop column may_omit_proof;',
};
