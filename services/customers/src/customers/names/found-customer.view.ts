import type { FoundCustomer } from '@order-hub/shared/customer-page-calls';
import { Decimal } from '@order-hub/shared/decimal';
import { formatMoney } from '@order-hub/shared/money';
import { formatTime } from '@order-hub/shared/times';
import type { CustomerList } from '../../customer-lists/customer-list.ts';
import type { StoredFields } from '../customer.ts';
import type { FoundRow } from './found-customer.store.ts';

/** A customer in the list of those found, with its times in a timezone. */
export function viewFoundCustomer(list: CustomerList, row: FoundRow, timezone: string): FoundCustomer {
  const { first_name, last_name, company_name, email, phone } = JSON.parse(row.fields) as StoredFields;
  return {
    ...{ id: row.id, customer_list_id: list.id, anonymised: row.anonymised },
    ...{ first_name, last_name, company_name, email, phone },
    nb_orders: row.nb_orders,
    order_total: formatMoney(new Decimal(row.order_total), list.currency),
    last_order_date: row.last_order_at && formatTime(row.last_order_at, timezone),
  };
}
