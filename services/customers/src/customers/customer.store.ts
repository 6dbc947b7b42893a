import type { OutgoingMessage } from '@order-hub/shared/bus';
import { violates, type Queryable } from '@order-hub/shared/database';
import { outboxColumns, outboxValues } from '@order-hub/shared/outbox';
import { takeWeighedPage, weighedRows, type WeighedPage, type WeighedRow } from '@order-hub/shared/weighed-page';
import type { CustomerList } from '../customer-lists/customer-list.ts';
import type { Customer, CustomerKey } from './customer.ts';

/** A customer with the private ref that one client gave it. */
export type OwnCustomer = Customer & { own_ref: string | null };

/** The columns of a Customer, from `customers as c`. A card's balance is text, so that it stays exact. */
export const customerColumns = `
  c.id, c.anonymised, c.fields, c.nb_orders, c.order_total, c.first_order_at, c.last_order_at,
  array(select jsonb_build_object('id', l.id, 'ref', l.ref, 'name', l.name, 'balance', l.balance::text,
                                 'nb_operations', l.nb_operations)
        from loyalty_cards as l where l.account_id = c.account_id and l.customer_id = c.id order by l.id) as loyalty_cards`;

/** The private refs of `customers as c`, by client id. */
export const privateRefsColumn = `
  coalesce((select jsonb_object_agg(r.client_id, r.private_ref) from customer_private_refs as r
            where r.account_id = c.account_id and r.customer_id = c.id), '{}') as private_refs`;

/** The columns of an OwnCustomer, from `customers as c`; $2 is the client. */
const ownColumns = `${customerColumns},
  (select private_ref from customer_private_refs as r
   where r.account_id = c.account_id and r.customer_id = c.id and r.client_id = $2) as own_ref`;

/** One customer of a list. */
export async function findCustomerRow(
  db: Queryable,
  { account_id, customer_list_id, customer_id }: CustomerKey,
  client_id: string,
) {
  const { rows } = await db.query<OwnCustomer>({
    name: 'find-customer',
    text: `select ${ownColumns} from customers as c where c.account_id = $1 and c.id = $3 and c.customer_list_id = $4`,
    values: [account_id, client_id, customer_id, customer_list_id],
  });
  return rows[0];
}

/** The first of some customers of a list, oldest first, of at most `bytesMax` bytes together. */
export async function listCustomerRows(
  db: Queryable,
  { account_id, id: customer_list_id }: CustomerList,
  client_id: string,
  { ids, bytesMax }: { ids: readonly string[]; bytesMax: number },
): Promise<WeighedPage<OwnCustomer & WeighedRow>> {
  const { rows } = await db.query<OwnCustomer & WeighedRow>({
    name: 'list-customers',
    text: weighedRows({
      rows: `select ${ownColumns} from customers as c
             where c.account_id = $1 and c.customer_list_id = $3 and c.id = any ($4::text[]) order by c.id`,
      columns: `id, anonymised, fields, nb_orders, order_total, first_order_at, last_order_at, loyalty_cards, own_ref`,
      bytes: 'octet_length(fields) + pg_column_size(loyalty_cards)',
      count: 'cardinality($4)',
      bytesMax: '$5',
    }),
    values: [account_id, client_id, customer_list_id, ids, bytesMax],
  });
  return takeWeighedPage(rows, ids.length, ({ id }) => id);
}

/**
 * Stores a new customer and its message in one statement. Returns how many customers the account has then: until the
 * transaction ends, it gets no other.
 */
export async function insertCustomer(
  trx: Queryable,
  { account_id, id: customer_list_id }: CustomerList,
  { id, fields }: Customer,
  created: OutgoingMessage,
): Promise<number> {
  const { rows } = await trx.query<{ customers: number }>({
    name: 'insert-customer',
    text: `with created as (
             insert into customers (account_id, id, customer_list_id, fields) values ($1, $2, $3, $4)
           ), announced as (
             insert into outbox (${outboxColumns}) values ($5, $6, $7, $8, $9, $10)
           )
           insert into customer_counts as counted (account_id, customers) values ($1, 1)
           on conflict (account_id) do update set customers = counted.customers + 1 returning customers`,
    values: [account_id, id, customer_list_id, fields, ...outboxValues(created)],
  });
  return rows[0]?.customers ?? 0;
}

/** Writes the fields of a locked customer. */
export async function updateCustomerFields(
  trx: Queryable,
  { account_id, customer_id }: CustomerKey,
  { fields, anonymised }: Customer,
) {
  await trx.query({
    name: 'update-customer',
    text: 'update customers set fields = $3, anonymised = $4 where account_id = $1 and id = $2',
    values: [account_id, customer_id, fields, anonymised],
  });
}

/** Sets a client's private ref of a locked customer; null clears it. False when another customer of the list has it. */
export async function savePrivateRef(
  trx: Queryable,
  { account_id, customer_list_id, customer_id }: CustomerKey,
  client_id: string,
  private_ref: string | null,
): Promise<boolean> {
  const ofClient = [account_id, customer_id, client_id];
  if (private_ref === null) {
    await trx.query(
      'delete from customer_private_refs where account_id = $1 and customer_id = $2 and client_id = $3',
      ofClient,
    );
    return true;
  }
  try {
    await trx.query(
      `insert into customer_private_refs (account_id, customer_id, client_id, private_ref, customer_list_id)
       values ($1, $2, $3, $4, $5)
       on conflict (account_id, customer_id, client_id) do update set private_ref = excluded.private_ref`,
      [...ofClient, private_ref, customer_list_id],
    );
    return true;
  } catch (error) {
    if (violates(error, 'customer_private_refs_used')) return false;
    throw error;
  }
}
