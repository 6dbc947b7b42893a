import type { Database } from '@order-hub/shared/database';
import { endpoint } from '@order-hub/shared/endpoint';
import { managingRoles } from '@order-hub/shared/roles';
import { createLoyaltyCard } from './create-loyalty-card.ts';
import { listLoyaltyCards } from './list-loyalty-cards.ts';
import { loyaltyCardCreate, loyaltyCardFilters, loyaltyCardUpdate, loyaltyCardView } from './loyalty-card.schema.ts';
import { retrieveLoyaltyCard } from './retrieve-loyalty-card.ts';
import { updateLoyaltyCard } from './update-loyalty-card.ts';

type Deps = { db: Database };

const tag = 'Loyalty cards';
const guide = 'docs/api/customers.md#loyalty-cards';

/** Create, retrieve, list and update loyalty cards (docs/api/customers.md#endpoints). */
export const loyaltyCardEndpoints = [
  endpoint('POST /customer_lists/:customer_list_id/loyalty_cards', {
    summary: 'Create a loyalty card',
    name: 'createLoyaltyCard',
    tag,
    description: 'Gives a customer of the list a card with the balance `0.0`; the event is customer.update.',
    guide,
    examples: {
      card: { customer_id: '<customer_id>', name: 'Coffee club', ref: 'coffee' },
      only_card: { customer_id: '<customer_id>' },
    },
    needs: 'customer_list.write',
    access: ['location', 'account'],
    roles: managingRoles,
    body: loyaltyCardCreate,
    reply: loyaltyCardView,
    handle: ({ params, body }, ctx, deps: Deps) => createLoyaltyCard(deps, ctx, params, body),
  }),
  endpoint('GET /customer_lists/:customer_list_id/loyalty_cards', {
    summary: 'List the loyalty cards of a customer list',
    name: 'listLoyaltyCards',
    tag,
    description: 'Oldest first. Several filters must all hold.',
    guide,
    needs: 'customer_list.read',
    access: ['location', 'account'],
    roles: managingRoles,
    query: loyaltyCardFilters,
    reply: loyaltyCardView,
    handle: ({ params, query }, ctx, deps: Deps) => listLoyaltyCards(deps, ctx, params, query),
  }),
  endpoint('GET /customer_lists/:customer_list_id/loyalty_cards/:loyalty_card_id', {
    summary: 'Retrieve a loyalty card',
    name: 'retrieveLoyaltyCard',
    tag,
    description: 'Gives the card with its balance.',
    guide,
    needs: 'customer_list.read',
    access: ['location', 'account'],
    roles: managingRoles,
    reply: loyaltyCardView,
    handle: ({ params }, ctx, deps: Deps) => retrieveLoyaltyCard(deps, ctx, params),
  }),
  endpoint('PATCH /customer_lists/:customer_list_id/loyalty_cards/:loyalty_card_id', {
    summary: 'Update a loyalty card',
    name: 'updateLoyaltyCard',
    tag,
    description: 'Changes its name and ref, and nothing else; the event is customer.update.',
    guide,
    examples: { rename: { name: 'Tea club' }, without_ref: { ref: null } },
    needs: 'customer_list.write',
    access: ['location', 'account'],
    roles: managingRoles,
    alias: 'PUT',
    body: loyaltyCardUpdate,
    reply: loyaltyCardView,
    handle: ({ params, body }, ctx, deps: Deps) => updateLoyaltyCard(deps, ctx, params, body),
  }),
];
