/** The calls that the catalog service answers. */
import { z } from 'zod';
import { internalCall } from './internal-call.ts';
import {
  creationUnavailable,
  newSelectable,
  selectable,
  selectableItem,
  selectableItems,
  selectablesUnavailable,
  selectionPlace,
  whatIsSelected,
} from './selectables.ts';

/** The catalog that a user has selected. */
export const lookUpCatalog = internalCall('GET /internal/accounts/:account_id/catalogs/:catalog_id', {
  summary: 'The name and place of a catalog of an account',
  to: 'catalog',
  from: ['auth', 'back-office'],
  body: z.undefined(),
  reply: selectable,
  unavailable: whatIsSelected,
});

/** The catalogs that a user can select: for a location also those of its account, for an account also those of its locations. */
export const listSelectableCatalogs = internalCall('POST /internal/selectable-catalogs', {
  summary: 'The catalogs that can be selected for a connection',
  to: 'catalog',
  from: ['auth'],
  body: selectionPlace,
  reply: selectableItems,
  unavailable: selectablesUnavailable,
});

/** Creates a catalog without content. */
export const createSelectableCatalog = internalCall('POST /internal/catalogs', {
  summary: 'Create an empty catalog for a connection',
  to: 'catalog',
  from: ['auth'],
  body: newSelectable,
  reply: selectableItem,
  unavailable: creationUnavailable,
  mayRefuse: true,
});
