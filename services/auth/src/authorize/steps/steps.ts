/** The steps between an authorisation request and its answer. Each is a page; steps that the scope does not need are skipped. */
import type { Scope } from '@order-hub/shared/scopes';
import type { Bindings } from '../../connections/connection.ts';

export type AuthorizationStep = 'place' | 'catalog' | 'customer-list' | 'consent';

const asksFor = ({ permissions }: Scope, resource: string) =>
  permissions.some((permission) => permission.startsWith(`${resource}.`));

const isNeeded: Record<AuthorizationStep, (scope: Scope) => boolean> = {
  place: ({ level }) => level !== null,
  catalog: (scope) => asksFor(scope, 'catalog'),
  'customer-list': (scope) => asksFor(scope, 'customer_list'),
  consent: () => true,
};

const isDone: Record<AuthorizationStep, (selected: Bindings) => boolean> = {
  place: ({ location_id, account_id }) => (location_id ?? account_id) !== null,
  catalog: ({ catalog_id }) => catalog_id !== null,
  'customer-list': ({ customer_list_id }) => customer_list_id !== null,
  consent: () => false,
};

const inOrder: readonly AuthorizationStep[] = ['place', 'catalog', 'customer-list', 'consent'];

/** The first step that is not done. */
export const nextStep = (scope: Scope, selected: Bindings): AuthorizationStep =>
  inOrder.find((step) => isNeeded[step](scope) && !isDone[step](selected)) ?? 'consent';

/** Whether the scope needs the step and all earlier ones are done. A step that is done may be repeated. */
export const mayOpen = (step: AuthorizationStep, scope: Scope, selected: Bindings): boolean =>
  isNeeded[step](scope) && inOrder.indexOf(step) <= inOrder.indexOf(nextStep(scope, selected));

/** The page of a step, or one that belongs to it (`new-location`). */
export const stepPath = (name: string, sealed: string) => `/oauth2/v1/authorize/${name}?request=${sealed}`;
