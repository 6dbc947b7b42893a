/** What `hub` lists and shows of the API, with the operations that do so. Ids and paths come from the routes of packages/client. */
import type { routes } from '@order-hub/client/routes';

type OperationName = keyof typeof routes;

/** `accountList`: the list for a connection to an account, where that has another path. */
export type Resource = {
  name: string;
  description: string;
  show?: OperationName;
  list?: OperationName;
  accountList?: OperationName;
  columns?: readonly string[];
};

const part = (name: string, description: string, columns: readonly string[]) => ({ name, description, columns });

export const resources: readonly Resource[] = [
  {
    ...part('order', 'orders of a location or an account', ['id', 'created_at', 'status', 'service_type', 'total']),
    ...{ show: 'retrieveOrder', list: 'listOrders', accountList: 'listAccountOrders' },
  },
  { name: 'delivery', description: 'the delivery of an order, by the id of the order', show: 'retrieveDelivery' },
  {
    ...part('catalog', 'menus and assortments', ['id', 'name', 'location_id', 'account_id', 'created_at']),
    ...{ show: 'retrieveCatalog', list: 'listCatalogs', accountList: 'listAccountCatalogs' },
  },
  {
    ...part('category', 'categories of a catalog', ['id', 'ref', 'name', 'parent_id']),
    ...{ show: 'retrieveCategory', list: 'listCategories' },
  },
  {
    ...part('product', 'products of a catalog', ['id', 'ref', 'name', 'category_id']),
    ...{ show: 'retrieveProduct', list: 'listProducts' },
  },
  {
    ...part('option-list', 'option lists of a catalog', ['id', 'ref', 'name', 'min_selections', 'max_selections']),
    ...{ show: 'retrieveOptionList', list: 'listOptionLists' },
  },
  {
    ...part('deal', 'deals of a catalog', ['id', 'ref', 'name', 'category_id']),
    ...{ show: 'retrieveDeal', list: 'listDeals' },
  },
  {
    ...part('discount', 'discounts of a catalog', ['id', 'ref', 'name', 'pricing_effect', 'pricing_value']),
    ...{ show: 'retrieveDiscount', list: 'listDiscounts' },
  },
  {
    ...part('charge', 'charges of a catalog', ['id', 'ref', 'name', 'type', 'price']),
    ...{ show: 'retrieveCharge', list: 'listCharges' },
  },
  { name: 'inventory', description: 'the stock of a location, by the id of a catalog', show: 'retrieveInventory' },
  {
    ...part('customer-list', 'customer lists', ['id', 'name', 'created_at']),
    ...{ show: 'retrieveCustomerList', list: 'listCustomerLists', accountList: 'listAccountCustomerLists' },
  },
  {
    ...part('customer', 'customers of a list', ['id', 'email', 'first_name', 'last_name', 'phone', 'nb_orders']),
    ...{ show: 'retrieveCustomer', list: 'listCustomers' },
  },
  {
    ...part('loyalty-card', 'loyalty cards of a customer list', ['id', 'name', 'ref', 'balance', 'customer_id']),
    ...{ show: 'retrieveLoyaltyCard', list: 'listLoyaltyCards' },
  },
  { name: 'callback', description: 'where the events of the connection go', show: 'retrieveCallback' },
  {
    ...part('event', 'events that are not acknowledged', ['id', 'created_at', 'resource_type', 'event_type']),
    ...{ show: 'retrieveEvent', list: 'listEvents' },
  },
  {
    ...part('attempt', 'attempts to push events to the callback', [
      ...['event_id', 'ended_at', 'resource_type', 'event_type', 'state', 'status', 'fault'],
    ]),
    list: 'listCallbackDeliveries',
  },
  {
    ...part('request', 'requests of the connection', ['id', 'started_at', 'method', 'path', 'status', 'duration_ms']),
    list: 'listRequests',
  },
];
