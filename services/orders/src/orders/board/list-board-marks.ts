import type { Context } from '@order-hub/shared/caller';
import type { Database } from '@order-hub/shared/database';
import { boardFloors } from './board-statuses.ts';
import { listBoardMarks as listMarks, type BoardKey } from './board.store.ts';

/** A mark for each board, which differs when the board does. */
export const listBoardMarks = async (
  { db }: { db: Database },
  { now }: Pick<Context, 'now'>,
  { boards }: { boards: readonly BoardKey[] },
) => ({ marks: await listMarks(db, boards, boardFloors(now)) });
