/** The calls that catalog answers. */
import { z } from 'zod';
import { internalCall } from './internal-call.ts';
import {
  creationAway,
  newSelectable,
  selectable,
  selectableItem,
  selectableItems,
  selectablesAway,
  selectionPlace,
  whatIsSelected,
} from './selectables.ts';

/** The catalog that a user selects. */
export const lookUpCatalog = internalCall('GET /internal/accounts/:account_id/catalogs/:catalog_id', {
  summary: 'The name and place of a catalog of an account',
  to: 'catalog',
  from: ['auth', 'back-office'],
  body: z.undefined(),
  reply: selectable,
  away: whatIsSelected,
});

/** The catalogs that a user can select: of a location those of its account too, of an account those of its locations too. */
export const listSelectableCatalogs = internalCall('POST /internal/selectable-catalogs', {
  summary: 'The catalogs that can be selected for a connection',
  to: 'catalog',
  from: ['auth'],
  body: selectionPlace,
  reply: selectableItems,
  away: selectablesAway,
});

/** A new catalog without content. */
export const createSelectableCatalog = internalCall('POST /internal/catalogs', {
  summary: 'Create an empty catalog for a connection',
  to: 'catalog',
  from: ['auth'],
  body: newSelectable,
  reply: selectableItem,
  away: creationAway,
  mayRefuse: true,
});
