import type { Ask } from '@order-hub/shared/internal-call';
import { boardMarksMax, listBoardMarks } from '@order-hub/shared/orders-calls';

type BoardKey = { account_id: string; location_id: string };

/** The marks of boards, in their order; undefined for those of which orders does not answer. */
export async function listMarks(
  ask: Ask,
  boards: readonly { key: BoardKey }[],
): Promise<readonly (string | undefined)[]> {
  const marks: (string | undefined)[] = [];
  for (let start = 0; start < boards.length; start += boardMarksMax) {
    const keys = boards.slice(start, start + boardMarksMax).map(({ key }) => key);
    // The call has logged why it failed.
    const answer = await ask(listBoardMarks, { params: {}, body: { boards: keys } }).catch(() => undefined);
    marks.push(...keys.map((_, at) => answer?.marks[at]));
  }
  return marks;
}
