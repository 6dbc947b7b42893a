import { ApiError, invalidFields } from '@order-hub/shared/errors';
import type { FullReply } from '@order-hub/shared/full-reply';
import { fieldErrors } from '@order-hub/shared/field-errors';
import { z } from 'zod';
import type { PageRequest } from '../page-request.ts';
import type { AnyPage } from '../declared-page.ts';
import { showPage } from './show-page.ts';

const withoutSecrets = (fields: Record<string, string>) =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => name !== 'form_token' && !name.includes('password')));

/** The page's own fields. The token is ours, and strict forms do not know it. */
function checkForm(form: AnyPage['form'], { form_token: _token, ...fields }: Record<string, string>) {
  const parsed = (form ?? z.object({})).safeParse(fields);
  if (parsed.success) return parsed.data;
  throw invalidFields(fieldErrors(parsed.error));
}

/** Does what the form says. A form with faults is shown again, with what was typed but no passwords. */
export async function submitForm(request: PageRequest): Promise<FullReply | undefined> {
  const { page, input, fields, visit, deps } = request;
  try {
    const form = checkForm(page.form, fields);
    return await page.submit?.({ ...input, form }, visit, deps);
  } catch (error) {
    if (!(error instanceof ApiError) || !error.errors || error.errors.length === 0) throw error;
    return showPage(request, { values: withoutSecrets(fields), faults: error.errors, status: error.status });
  }
}
