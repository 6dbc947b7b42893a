import type { Database } from '@order-hub/shared/database';
import { invalid } from '@order-hub/shared/errors';
import type { UserVisit } from '@order-hub/pages/visit';
import { checkOwnPassword } from './check-own-password.ts';
import { updateConfirmedAt } from './session.store.ts';
import { ownSession } from './session.ts';

/** Notes that the user of this session has given the password again. Throws 422 for a wrong one, 429 after too many. */
export async function confirmSession(db: Database, visit: UserVisit, password: string): Promise<void> {
  if (!(await checkOwnPassword(db, visit, password))) throw invalid('password', 'is wrong');
  await updateConfirmedAt(db, ownSession(visit).id_digest, visit.now);
}
