import type { Database } from '@order-hub/shared/database';
import { endpoint } from '@order-hub/shared/endpoint';
import { managingRoles } from '@order-hub/shared/roles';
import { createLoyaltyOperation, type CreateOperationDeps } from './create-loyalty-operation.ts';
import { listLoyaltyOperations } from './list-loyalty-operations.ts';
import { loyaltyOperationCreate, loyaltyOperationFilters, loyaltyOperationView } from './loyalty-operation.schema.ts';
import { retrieveLoyaltyOperation } from './retrieve-loyalty-operation.ts';

type Deps = { db: Database };

const tag = 'Loyalty cards';
const guide = 'docs/api/customers.md#loyalty-operations';

/** Create, retrieve and list loyalty operations (docs/api/customers.md#endpoints). */
export const loyaltyOperationEndpoints = [
  endpoint('POST /customer_lists/:customer_list_id/loyalty_cards/:loyalty_card_id/operations', {
    summary: 'Create a loyalty operation',
    name: 'createLoyaltyOperation',
    tag,
    description: 'Changes the balance of the card by `delta`, exactly; the event is customer.update.',
    guide,
    examples: {
      add: { delta: '12.5', reason: 'Birthday' },
      deduct_for_order: { delta: '-10', reason: 'A free coffee', order_id: '<order_id>' },
    },
    needs: 'customer_list.write',
    access: ['location', 'account'],
    roles: managingRoles,
    body: loyaltyOperationCreate,
    reply: loyaltyOperationView,
    handle: ({ params, body }, ctx, deps: CreateOperationDeps) => createLoyaltyOperation(deps, ctx, params, body),
  }),
  endpoint('GET /customer_lists/:customer_list_id/loyalty_cards/:loyalty_card_id/operations', {
    summary: 'List the operations of a loyalty card',
    name: 'listLoyaltyOperations',
    tag,
    description: 'Newest first.',
    guide,
    needs: 'customer_list.read',
    access: ['location', 'account'],
    roles: managingRoles,
    query: loyaltyOperationFilters,
    reply: loyaltyOperationView,
    handle: ({ params, query }, ctx, deps: Deps) => listLoyaltyOperations(deps, ctx, params, query),
  }),
  endpoint('GET /customer_lists/:customer_list_id/loyalty_cards/:loyalty_card_id/operations/:operation_id', {
    summary: 'Retrieve a loyalty operation',
    name: 'retrieveLoyaltyOperation',
    tag,
    description: 'Gives the operation with the balance that it made.',
    guide,
    needs: 'customer_list.read',
    access: ['location', 'account'],
    roles: managingRoles,
    reply: loyaltyOperationView,
    handle: ({ params }, ctx, deps: Deps) => retrieveLoyaltyOperation(deps, ctx, params),
  }),
];
