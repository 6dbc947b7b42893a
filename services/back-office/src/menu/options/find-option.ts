import type { UserVisit } from '@order-hub/pages/visit';
import { notFound } from '@order-hub/shared/errors';
import { retrieveMenuOptionList } from '@order-hub/shared/menu-part-calls';
import type { AskFor } from '@order-hub/shared/principal-call';
import type { OptionListIds } from '../menu-path.ts';

/** An option of a menu, with its list. Throws 404. */
export async function findOption<Ids extends OptionListIds & { option_id: string }>(
  askFor: AskFor,
  visit: UserVisit,
  ids: Ids,
) {
  const { catalog_id, option_list_id, option_id } = ids;
  const found = await askFor(retrieveMenuOptionList, visit, { params: { catalog_id, option_list_id } });
  const option = found.option_list.options.find(({ id }) => id === option_id);
  if (!option) throw notFound('Option');
  return { ids, ...found, option };
}
