import { ApiError } from '@order-hub/shared/errors';
import { listRefusingCallbacks, type RefusingCallback } from '@order-hub/shared/events-calls';
import type { Ask } from '@order-hub/shared/internal-call';

/** The callbacks of a client that refuse their events. None while events does not answer: the call has logged that. */
export async function findRefusingCallbacks(
  ask: Ask,
  { client_id, requestId }: { client_id: string; requestId: string },
): Promise<RefusingCallback[]> {
  try {
    const answer = await ask(listRefusingCallbacks, { params: { client_id }, requestId });
    return answer?.callbacks ?? [];
  } catch (error) {
    if (error instanceof ApiError) return [];
    throw error;
  }
}
