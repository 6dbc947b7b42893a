import type { FormState } from '@order-hub/pages/declared-page';
import { newId } from '@order-hub/shared/ids';

/** The id of this form: a new one each time that the page is loaded, the same when the form is shown again. */
export const FormId = ({ form }: { form: FormState }) => (
  <input type="hidden" name="form_id" value={form.values['form_id'] ?? newId()} />
);
