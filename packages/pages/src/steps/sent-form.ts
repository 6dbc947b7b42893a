import { formOrJson, formWithFiles } from '@order-hub/shared/form-body';
import { rule } from '@order-hub/shared/rules';
import { textUpTo } from '@order-hub/shared/texts';
import { z } from 'zod';

export const formBytesMax = 65_536;
const fieldsMax = 100;

const formUpTo = (bytesMax: number) =>
  z
    .record(z.string(), textUpTo(bytesMax))
    .check(
      rule((fields) => Object.keys(fields).length <= fieldsMax, 'too_many', `must have at most ${fieldsMax} fields`),
    )
    .meta({ maxProperties: fieldsMax });

/** What a browser sends. The page's own fields are checked once the visitor is known. */
export const sentForm = formOrJson(formUpTo(formBytesMax));

/** The same with files, each as base64: a third longer than its bytes. */
export const sentFormWithFiles = (bytesMax: number) => formWithFiles(formUpTo(Math.ceil((bytesMax * 4) / 3)));
