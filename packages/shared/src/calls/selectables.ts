/** Catalogs and customer lists that a user can select for a connection: the shapes of the calls about both. */
import { z } from 'zod';
import { placedName, selectableMax, type SelectionPlace } from '../contracts/placed-resource.ts';
import { nameText } from '../values/texts/texts.ts';
import { timezoneSchema } from '../values/times/times.ts';

const text = z.string();

const nullableText = text.nullable();

/** A catalog or customer list that a user selects for a connection. `location_id` null: it is the account's. */
export const selectable = z.object({ name: text, location_id: nullableText });

export const whatIsSelected = 'What was selected cannot be checked at the moment; repeat the request';

export const selectionPlace = z.object({
  account_id: nameText,
  location_id: nameText.nullable(),
}) satisfies z.ZodType<SelectionPlace>;

export const selectableItem = z.object({ id: text, name: text, location_id: nullableText });

/** Oldest first. `more`: there are others than these. */
export const selectableItems = z.object({ items: z.array(selectableItem).max(selectableMax), more: z.boolean() });

/** What a user creates in order to select it. */
export const newSelectable = z.object({
  ...selectionPlace.shape,
  /** That of the location; `UTC` for the account. */
  timezone: timezoneSchema,
  /** That of the account. */
  currency: nameText,
  name: placedName,
});

export type NewSelectable = z.output<typeof newSelectable>;

export const selectablesUnavailable = 'What can be selected cannot be shown at the moment; repeat the request';
export const creationUnavailable =
  'It could not be created: check whether it exists, and repeat the request if it does not';
