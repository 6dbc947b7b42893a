/** The steps between an authorisation request and its answer. Each is a page; what the scope does not need is left out. */
import type { Scope } from '@order-hub/shared/scopes';
import type { Bindings } from '../connections/connection.ts';

export type Step = 'place' | 'catalog' | 'customer-list' | 'consent';

const asksFor = ({ permissions }: Scope, resource: string) =>
  permissions.some((permission) => permission.startsWith(`${resource}.`));

const isNeeded: Record<Step, (scope: Scope) => boolean> = {
  place: ({ level }) => level !== null,
  catalog: (scope) => asksFor(scope, 'catalog'),
  'customer-list': (scope) => asksFor(scope, 'customer_list'),
  consent: () => true,
};

const isDone: Record<Step, (selected: Bindings) => boolean> = {
  place: ({ location_id, account_id }) => (location_id ?? account_id) !== null,
  catalog: ({ catalog_id }) => catalog_id !== null,
  'customer-list': ({ customer_list_id }) => customer_list_id !== null,
  consent: () => false,
};

const inOrder: readonly Step[] = ['place', 'catalog', 'customer-list', 'consent'];

/** What is still to be done. */
export const nextStep = (scope: Scope, selected: Bindings): Step =>
  inOrder.find((step) => isNeeded[step](scope) && !isDone[step](selected)) ?? 'consent';

/** Whether a step is part of the way, and all before it are done. Steps that are done may be done again. */
export const mayOpen = (step: Step, scope: Scope, selected: Bindings): boolean =>
  isNeeded[step](scope) && inOrder.indexOf(step) <= inOrder.indexOf(nextStep(scope, selected));

/** The page of a step, or one beside it (`new-location`). */
export const stepPath = (name: string, sealed: string) => `/oauth2/v1/authorize/${name}?request=${sealed}`;
