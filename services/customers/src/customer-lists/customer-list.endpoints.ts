import type { Database } from '@order-hub/shared/database';
import { emptyView, endpoint } from '@order-hub/shared/endpoint';
import { answerTo } from '@order-hub/shared/internal-call';
import * as calls from '@order-hub/shared/customers-calls';
import { managingRoles, ownerRole } from '@order-hub/shared/roles';
import { createCustomerList, type CreateListDeps } from './create-customer-list.ts';
import { createSelectableCustomerList } from './selectable/create-selectable-customer-list.ts';
import {
  customerListCreate,
  customerListFilters,
  customerListView,
  listedCustomerListView,
} from './customer-list.schema.ts';
import { deleteCustomerList, type DeleteListDeps } from './delete-customer-list.ts';
import { lookUpCustomerList } from './find-customer-list.ts';
import { listCustomerLists } from './list-customer-lists.ts';
import { listSelectableCustomerLists } from './selectable/list-selectable-customer-lists.ts';
import { retrieveCustomerList } from './retrieve-customer-list.ts';
import { updateCustomerList } from './update-customer-list.ts';

type Deps = { db: Database };

const tag = 'Customer lists';
const guide = 'docs/api/customers.md#customer-lists';

/** Create, list, retrieve, rename and delete customer lists (docs/api/customers.md#endpoints). */
export const customerListEndpoints = [
  endpoint('POST /locations/:location_id/customer_lists', {
    summary: 'Create a customer list of a location',
    name: 'createCustomerList',
    tag,
    description: 'Only this location and connections of its account see it.',
    guide,
    examples: { guests: { name: 'Loyal guests' } },
    needs: 'all_customer_lists.write',
    access: ['location', 'account'],
    roles: managingRoles,
    body: customerListCreate,
    reply: customerListView,
    handle: ({ params, body }, ctx, deps: CreateListDeps) => createCustomerList(deps, ctx, params, body),
  }),
  endpoint('POST /accounts/:account_id/customer_lists', {
    summary: 'Create a customer list of an account',
    name: 'createAccountCustomerList',
    tag,
    description: 'All locations of the account share it.',
    guide,
    examples: { chain: { name: 'Guests of all restaurants' } },
    needs: 'all_customer_lists.write',
    access: ['account'],
    roles: ownerRole,
    body: customerListCreate,
    reply: customerListView,
    handle: ({ body }, ctx, deps: CreateListDeps) => createCustomerList(deps, ctx, {}, body),
  }),
  endpoint('GET /locations/:location_id/customer_lists', {
    summary: 'List the customer lists for a location',
    name: 'listCustomerLists',
    tag,
    description:
      'Its own lists and those of its account, oldest first. A connection that is bound to a list sees only that list.',
    guide,
    needs: 'customer_list.read',
    access: ['location', 'account'],
    roles: managingRoles,
    query: customerListFilters,
    reply: listedCustomerListView,
    handle: ({ params, query }, ctx, deps: Deps) => listCustomerLists(deps, ctx, params, query),
  }),
  endpoint('GET /accounts/:account_id/customer_lists', {
    summary: 'List the customer lists of an account',
    name: 'listAccountCustomerLists',
    tag,
    description: 'The lists that all of its locations share, oldest first.',
    guide,
    needs: 'customer_list.read',
    access: ['account'],
    roles: ownerRole,
    query: customerListFilters,
    reply: listedCustomerListView,
    handle: ({ query }, ctx, deps: Deps) => listCustomerLists(deps, ctx, {}, query),
  }),
  endpoint('GET /customer_lists/:customer_list_id', {
    summary: 'Retrieve a customer list',
    name: 'retrieveCustomerList',
    tag,
    description: 'Gives the name of a list that the connection may see.',
    guide,
    needs: 'customer_list.read',
    access: ['location', 'account'],
    roles: managingRoles,
    reply: customerListView,
    handle: ({ params }, ctx, deps: Deps) => retrieveCustomerList(deps, ctx, params),
  }),
  endpoint('PATCH /customer_lists/:customer_list_id', {
    summary: 'Rename a customer list',
    name: 'updateCustomerList',
    tag,
    description: 'Only a connection of the account can rename a list of the account (401).',
    guide,
    examples: { rename: { name: 'Regular guests' } },
    needs: 'customer_list.write',
    access: ['location', 'account'],
    roles: managingRoles,
    alias: 'PUT',
    body: customerListCreate,
    reply: customerListView,
    handle: ({ params, body }, ctx, deps: Deps) => updateCustomerList(deps, ctx, params, body),
  }),
  endpoint('DELETE /customer_lists/:customer_list_id', {
    summary: 'Delete a customer list',
    name: 'deleteCustomerList',
    tag,
    description:
      'Deletes its customers and loyalty cards too, without an event, and takes their personal data out of orders and events.',
    guide,
    needs: 'customer_list.write',
    access: ['location', 'account'],
    reply: emptyView,
    handle: ({ params }, ctx, deps: DeleteListDeps) => deleteCustomerList(deps, ctx, params),
  }),
  answerTo(calls.lookUpCustomerList, ({ params }, ctx, deps: Deps) => lookUpCustomerList(deps, ctx, params)),
  answerTo(calls.listSelectableCustomerLists, ({ params, body }, ctx, deps: Deps) =>
    listSelectableCustomerLists(deps, ctx, params, body),
  ),
  answerTo(calls.createSelectableCustomerList, ({ params, body }, ctx, deps: CreateListDeps) =>
    createSelectableCustomerList(deps, ctx, params, body),
  ),
];
