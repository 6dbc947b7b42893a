import type { FormState } from '@order-hub/pages/declared-page';
import { newId } from '@order-hub/shared/ids';
import { z } from 'zod';

/** The id of a form, in its body. Sending the form again repeats the same change, which is made once. */
export const formIdField = { form_id: z.string().regex(/^[\w-]{1,64}$/, 'is missing; load the page again') };

/** The id of this form: a new one each time that the page is loaded, the same when the form is shown again. */
export const FormId = ({ form }: { form: FormState }) => (
  <input type="hidden" name="form_id" value={form.values['form_id'] ?? newId()} />
);
