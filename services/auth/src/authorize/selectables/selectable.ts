/** What a user selects beside the place: a catalog, a customer list. */
import type { Bindings } from '../connections/connection.ts';
import type { Step } from './steps.ts';

export type Kind = {
  step: Step & ('catalog' | 'customer-list');
  /** Where the selection is kept. */
  field: keyof Bindings & ('catalog_id' | 'customer_list_id');
  /** What it is called. */
  word: string;
  /** What one is, for who has none. */
  what: string;
  /** A name that one may have. */
  example: string;
};

export const catalogKind: Kind = {
  step: 'catalog',
  field: 'catalog_id',
  word: 'catalog',
  what: 'A catalog holds what can be ordered, with its prices.',
  example: 'Such as “Menu” or “Lunch”. The application can fill it.',
};

export const customerListKind: Kind = {
  step: 'customer-list',
  field: 'customer_list_id',
  word: 'customer list',
  what: 'A customer list holds the people who order.',
  example: 'Such as “Customers”.',
};
