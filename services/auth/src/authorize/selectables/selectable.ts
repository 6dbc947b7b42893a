/** What a user selects besides the place: a catalog, or a customer list. */
import type { Bindings } from '../../connections/connection.ts';
import type { AuthorizationStep } from '../steps/steps.ts';

export type SelectableKind = {
  step: AuthorizationStep & ('catalog' | 'customer-list');
  /** The binding that holds the selection. */
  field: keyof Bindings & ('catalog_id' | 'customer_list_id');
  /** In English, for the list of pages. */
  word: string;
  /** The end of the keys of its messages. */
  key: 'catalog' | 'customer_list';
};

export const catalogKind: SelectableKind = {
  step: 'catalog',
  field: 'catalog_id',
  word: 'catalog',
  key: 'catalog',
};

export const customerListKind: SelectableKind = {
  step: 'customer-list',
  field: 'customer_list_id',
  word: 'customer list',
  key: 'customer_list',
};
