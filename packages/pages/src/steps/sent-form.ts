import { formOrJson } from '@order-hub/shared/form-body';
import { textUpTo } from '@order-hub/shared/texts';
import { z } from 'zod';

export const formBytesMax = 65_536;
const fieldsMax = 100;

/** What a browser sends. The page's own fields are checked once the visitor is known. */
export const sentForm = formOrJson(
  z
    .record(z.string(), textUpTo(formBytesMax))
    .refine((fields) => Object.keys(fields).length <= fieldsMax, `must have at most ${fieldsMax} fields`)
    .meta({ maxProperties: fieldsMax }),
);
