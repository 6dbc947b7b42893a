/** The form that adds or takes points. */
import { rule } from '@order-hub/shared/rules';
import { textUpTo } from '@order-hub/shared/texts';
import { z } from 'zod';
import { formIdField } from './form-id-field.ts';

const reasonCharsMax = 500;
const pointsCharsMax = 15;

/** Points with a comma or a point before the decimals. */
const pattern = /^\d{1,9}(?:[.,]\d{1,4})?$/;
const isZero = (text: string) => /^[0.,]*$/.test(text);

const points = textUpTo(pointsCharsMax)
  .transform((text) => text.trim())
  .check(rule((text) => pattern.test(text), 'not_a_number', 'must be a number'))
  .check(rule((text) => !pattern.test(text) || !isZero(text), 'too_small', 'must be greater than 0'));

const reason = textUpTo(reasonCharsMax)
  .transform((text) => text.trim())
  .check(rule((text) => text !== '', 'empty', 'must not be empty'));

export const pointsForm = z.object({ ...formIdField, direction: z.enum(['add', 'take']), points, reason });

/** The change of the balance, as the API takes it. */
export const deltaOf = ({ direction, points: text }: z.output<typeof pointsForm>): string =>
  `${direction === 'take' ? '-' : ''}${text.replace(',', '.')}`;
