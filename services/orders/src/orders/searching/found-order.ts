/** An order as a search shows it, with its times in the timezone that the location has now. Pure. */
import type { ExportedOrder, FoundOrder } from '@order-hub/shared/order-search-calls';
import { timeIn } from '@order-hub/shared/times';
import { localTime } from '../rows/current-order.ts';
import type { SearchedRow } from './order-search.store.ts';

type Facts = Omit<FoundOrder, 'total' | 'customer_name' | 'phone'>;

function factsOf({ timezone: stored, ...row }: SearchedRow, timezone: string | null): Facts {
  const zone = timezone ?? stored;
  const { id, ref, collection_code, status, channel, service_type, created_at, expected_time, items } = row;
  return {
    ...{ id, ref, collection_code, status, channel, service_type, items },
    created_at: timeIn(created_at, zone),
    expected_time: localTime(expected_time, zone),
  };
}

export const foundOrder = (row: SearchedRow, timezone: string | null): FoundOrder => ({
  ...factsOf(row, timezone),
  ...{ total: row.total, customer_name: row.customer_name, phone: row.phone },
});

/** Without money and the customer. */
export const forKitchen = (order: FoundOrder): FoundOrder => ({
  ...order,
  ...{ total: null, customer_name: null, phone: null },
});

export function exportedOrder(row: SearchedRow, timezone: string | null): ExportedOrder {
  const [total = '', currency = ''] = row.total.split(' ');
  const { created_by, paid, customer_name, email, phone, address, postal_code, city } = row;
  return {
    ...factsOf(row, timezone),
    ...{ created_by, total, paid, currency, customer_name, email, phone, address, postal_code, city },
    confirmed_time: localTime(row.confirmed_time, timezone ?? row.timezone),
  };
}
