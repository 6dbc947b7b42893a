import type { Migration } from '@order-hub/shared/migration';

export const anonymisingClients: Migration = {
  name: '0005-anonymising-clients',
  up: `
    -- The client that asked for the anonymisation: it gets no event of these orders.
    alter table forgotten_customers add column client_id text collate "C";
  `,
  down: 'alter table forgotten_customers drop column client_id;',
};
