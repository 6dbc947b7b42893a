import type { UserVisit } from '@order-hub/pages/visit';
import { retrieveBoardOrder } from '@order-hub/shared/orders-calls';
import type { AskFor } from '@order-hub/shared/principal-call';

type OrderParams = { location_id: string; order_id: string };

/** What a page about one order of a location loads. Throws 404. */
export const findOrder = async (
  { params: { location_id, order_id } }: { params: OrderParams },
  visit: UserVisit,
  { askFor }: { askFor: AskFor },
) => ({ location_id, order: await askFor(retrieveBoardOrder, visit, { params: { order_id } }) });
