import { isFullReply, type FullReply } from '@order-hub/shared/full-reply';
import type { PageRequest } from '../page-request.ts';
import type { FormState } from '../declared-page.ts';
import { pageReply } from '../visits/replies.ts';

const untouched: FormState = { values: {}, faults: [] };

/** Shows the page; with `form`, the state of a form that was sent. */
export async function showPage({ page, input, visit, deps }: PageRequest, form = untouched): Promise<FullReply> {
  const data = await page.load?.(input, visit, deps);
  const shown = page.show(data, visit, form);
  return isFullReply(shown) ? shown : pageReply(visit, shown, form.faults.length > 0 ? (form.status ?? 422) : 200);
}
