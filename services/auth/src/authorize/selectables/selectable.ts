/** What a user selects besides the place: a catalog, or a customer list. */
import type { Bindings } from '../../connections/connection.ts';
import type { AuthorizationStep } from '../steps/steps.ts';

export type SelectableKind = {
  step: AuthorizationStep & ('catalog' | 'customer-list');
  /** The binding that holds the selection. */
  field: keyof Bindings & ('catalog_id' | 'customer_list_id');
  word: string;
  /** An explanation for users who have none. */
  what: string;
  /** A hint for the name of a new one. */
  example: string;
};

export const catalogKind: SelectableKind = {
  step: 'catalog',
  field: 'catalog_id',
  word: 'catalog',
  what: 'A catalog holds what can be ordered, with prices.',
  example: 'Such as “Menu” or “Lunch”. The application can fill it.',
};

export const customerListKind: SelectableKind = {
  step: 'customer-list',
  field: 'customer_list_id',
  word: 'customer list',
  what: 'A customer list holds the people who order.',
  example: 'Such as “Customers”.',
};
