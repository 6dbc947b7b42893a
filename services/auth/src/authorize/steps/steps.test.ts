import { expect, test } from '@jest/globals';
import { parseScope } from '@order-hub/shared/scopes';
import { nothingSelected } from '../../authorization-requests/authorization-request.ts';
import { mayOpen, nextStep, type AuthorizationStep } from './steps.ts';

const place = { location_id: 'l' };
const catalog = { ...place, catalog_id: 'c' };
const both = { ...catalog, customer_list_id: 'k' };

const steps: readonly AuthorizationStep[] = ['place', 'catalog', 'customer-list', 'consent'];

test.each<[scope: string, selected: object, next: AuthorizationStep, open: AuthorizationStep[]]>([
  ['profile', {}, 'consent', ['consent']],
  ['location[orders.read]', {}, 'place', ['place']],
  ['location[orders.read]', place, 'consent', ['place', 'consent']],
  ['account[orders.read]', { account_id: 'a' }, 'consent', ['place', 'consent']],
  ['location[all_catalogs.read,all_customer_lists.write,inventory.read]', place, 'consent', ['place', 'consent']],
  ['location[catalog.read]', place, 'catalog', ['place', 'catalog']],
  ['location[catalog.write,customer_list.read]', {}, 'place', ['place']],
  ['location[catalog.write,customer_list.read]', place, 'catalog', ['place', 'catalog']],
  ['location[catalog.write,customer_list.read]', catalog, 'customer-list', ['place', 'catalog', 'customer-list']],
  ['location[catalog.write,customer_list.read]', both, 'consent', [...steps]],
  // What was selected without need opens nothing.
  ['location[customer_list.read]', catalog, 'customer-list', ['place', 'customer-list']],
])('%s with %j leads to %s', (text, selected, next, open) => {
  const [scope, bindings] = [parseScope(text), { ...nothingSelected, ...selected }];
  expect(nextStep(scope, bindings)).toBe(next);
  expect(steps.filter((step) => mayOpen(step, scope, bindings))).toEqual(open);
});
