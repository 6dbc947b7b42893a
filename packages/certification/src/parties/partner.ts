/** The other side of the application: places orders as a website does, and accepts them as a till does. */
import { createClient, HubError, type Client } from '@order-hub/client';
import { NoOccasionError } from '../findings/finding.ts';

export type Partner = {
  /** Creates an order with the status `new`. Returns its id. */
  createOrder(): Promise<string>;
  setStatus(order_id: string, status: 'accepted' | 'cancelled'): Promise<void>;
};

const private_ref = 'certification';

/** The customer of all runs, in the location's first list; undefined if there is no list, or no right to it. */
async function findCustomer(hub: Client): Promise<string | undefined> {
  try {
    const [list] = (await hub.listCustomerLists({ count: 1 }).page()).items;
    if (!list) return undefined;
    const customer_list_id = list.id;
    const [known] = (await hub.listCustomers({ customer_list_id, private_ref }).page()).items;
    if (known) return known.id;
    const body = { private_ref, first_name: 'Certification', email: 'certification@example.com' };
    return (await hub.createCustomer({ customer_list_id, body })).id;
  } catch (error) {
    if (error instanceof HubError && (error.status === 403 || error.status === 401)) return undefined;
    throw error;
  }
}

/** Calls the hub, not through the run's own address: the application is under test, not its partner. */
export function partner(hubUrl: string, token: string | undefined): Partner {
  if (token === undefined || token === '') {
    const missing = async (): Promise<never> => {
      throw new NoOccasionError(
        'Nobody places orders: pass the access token of another client of the location, with orders.write',
      );
    };
    return { createOrder: missing, setStatus: missing };
  }
  const hub = createClient({ baseUrl: hubUrl, token });
  let prepared: Promise<{ customer_id: string | undefined; currency: string }> | undefined;
  const prepare = async () => {
    const [customer_id, { account }] = await Promise.all([findCustomer(hub), hub.retrieveLocation()]);
    return { customer_id, currency: account.currency };
  };
  let count = 0;

  return {
    async createOrder() {
      const { customer_id, currency } = await (prepared ??= prepare());
      const { id } = await hub.createOrder({
        body: {
          status: 'new',
          service_type: 'collection',
          channel: 'Certification',
          customer_notes: 'A certification run: do not prepare',
          ref: `certification-${(count += 1)}`,
          ...(customer_id !== undefined && { customer_id }),
          items: [{ product_name: 'Margherita', price: `9.80 ${currency}`, quantity: '2' }],
        },
      });
      return id;
    },
    async setStatus(order_id, status) {
      await hub.updateOrder({ order_id, body: { status } });
    },
  };
}
