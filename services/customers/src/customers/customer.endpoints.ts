import type { Database } from '@order-hub/shared/database';
import { emptyView, endpoint } from '@order-hub/shared/endpoint';
import * as pageCalls from '@order-hub/shared/customer-page-calls';
import { answerTo } from '@order-hub/shared/internal-call';
import type { LargeReads } from '@order-hub/shared/large-reads';
import * as calls from '@order-hub/shared/customers-calls';
import { answerFor } from '@order-hub/shared/principal-call';
import { managingRoles } from '@order-hub/shared/roles';
import { anonymiseCustomer, type AnonymiseCustomerDeps } from './anonymise-customer.ts';
import { createCustomer, type CreateCustomerDeps } from './create-customer.ts';
import { customerBody, customerExamples, customerView } from './customer.schema.ts';
import { listCustomers } from './list-customers.ts';
import { lookUpCustomers } from './look-up-customers.ts';
import { searchCustomers } from './names/search-customers.ts';
import { retrieveCustomer } from './retrieve-customer.ts';
import { customerFilters } from './search/customer-search.schema.ts';
import { showCustomer } from './shown/show-customer.ts';
import { updateShownCustomer } from './shown/update-shown-customer.ts';
import { updateCustomer } from './update-customer.ts';

type Deps = { db: Database };

const tag = 'Customers';

/** Create, retrieve, list, update and anonymise customers (docs/api/customers.md#endpoints). */
export const customerEndpoints = [
  endpoint('POST /customer_lists/:customer_list_id/customers', {
    summary: 'Create a customer',
    name: 'createCustomer',
    tag,
    description: 'Adds a customer to the list and announces it by the event customer.create.',
    guide: 'docs/api/customers.md#customers',
    examples: customerExamples.create,
    needs: 'customer_list.write',
    access: ['location', 'account'],
    roles: managingRoles,
    body: customerBody,
    reply: customerView,
    handle: ({ params, body }, ctx, deps: CreateCustomerDeps) => createCustomer(deps, ctx, params, body),
  }),
  endpoint('GET /customer_lists/:customer_list_id/customers/:customer_id', {
    summary: 'Retrieve a customer',
    name: 'retrieveCustomer',
    tag,
    description: 'Gives the customer as your client may see it: a private ref of another client is null.',
    guide: 'docs/api/customers.md#customers',
    needs: 'customer_list.read',
    access: ['location', 'account'],
    roles: managingRoles,
    reply: customerView,
    handle: ({ params }, ctx, deps: Deps) => retrieveCustomer(deps, ctx, params),
  }),
  endpoint('GET /customer_lists/:customer_list_id/customers', {
    summary: 'List the customers of a list',
    name: 'listCustomers',
    tag,
    description: 'Oldest first. Several filters must all hold. A high load query.',
    guide: 'docs/api/customers.md#customer-search',
    needs: 'customer_list.read',
    access: ['location', 'account'],
    roles: managingRoles,
    query: customerFilters,
    reply: customerView,
    handle: ({ params, query }, ctx, deps: Deps & { reads: LargeReads }) => listCustomers(deps, ctx, params, query),
  }),
  endpoint('PATCH /customer_lists/:customer_list_id/customers/:customer_id', {
    summary: 'Update a customer',
    name: 'updateCustomer',
    tag,
    description: 'Changes the fields that the body has, and announces it by the event customer.update.',
    guide: 'docs/api/customers.md#customer-updates',
    examples: customerExamples.update,
    needs: 'customer_list.write',
    access: ['location', 'account'],
    roles: managingRoles,
    alias: 'PUT',
    body: customerBody,
    reply: customerView,
    handle: ({ params, body }, ctx, deps: Deps) => updateCustomer(deps, ctx, params, body),
  }),
  endpoint('POST /customer_lists/:customer_list_id/customers/:customer_id/anonymise', {
    summary: 'Anonymise a customer',
    name: 'anonymiseCustomer',
    tag,
    description: 'Erases the personal data of the customer, its orders and their events, for good.',
    guide: 'docs/api/customers.md#anonymisation',
    needs: 'customer_list.write',
    access: ['location', 'account'],
    roles: managingRoles,
    reply: emptyView,
    handle: ({ params }, ctx, deps: AnonymiseCustomerDeps) => anonymiseCustomer(deps, ctx, params),
  }),
  answerTo(calls.lookUpCustomers, ({ params, body }, ctx, deps: Deps) => lookUpCustomers(deps, ctx, params, body)),
  answerFor(pageCalls.searchCustomers, searchCustomers),
  answerFor(pageCalls.showCustomer, showCustomer),
  answerFor(pageCalls.correctCustomer, updateShownCustomer),
];
