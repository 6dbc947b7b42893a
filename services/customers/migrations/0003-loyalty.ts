import type { Migration } from '@order-hub/shared/migration';

export const loyalty: Migration = {
  name: '0003-loyalty',
  up: `
    create table loyalty_cards (
      account_id text collate "C" not null,
      id text collate "C" not null,
      customer_list_id text collate "C" not null,
      customer_id text collate "C" not null,
      name text collate "C",
      ref text collate "C",
      balance numeric not null default 0,
      nb_operations integer not null default 0,
      primary key (account_id, id)
    );
    create index loyalty_cards_list on loyalty_cards (account_id, customer_list_id, id);
    create index loyalty_cards_list_name on loyalty_cards (account_id, customer_list_id, name, id);
    create index loyalty_cards_list_ref on loyalty_cards (account_id, customer_list_id, ref, id);
    create index loyalty_cards_customer on loyalty_cards (account_id, customer_id, id);
    create unique index loyalty_cards_ref on loyalty_cards (account_id, customer_id, ref) nulls not distinct;

    -- "position" counts the operations of a card, which is locked meanwhile: newest first is by position, not by a clock.
    -- "delta" is the text that the client sent.
    create table loyalty_operations (
      account_id text collate "C" not null,
      loyalty_card_id text collate "C" not null,
      position integer not null,
      id text collate "C" not null,
      customer_id text collate "C" not null,
      order_id text collate "C",
      order_location_id text collate "C",
      reason text,
      delta text not null,
      new_balance numeric not null,
      primary key (account_id, loyalty_card_id, position)
    );
    create unique index loyalty_operations_id on loyalty_operations (account_id, loyalty_card_id, id);
  `,
  down: 'drop table loyalty_operations; drop table loyalty_cards;',
};
