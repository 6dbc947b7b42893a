import type { FullReply } from '@order-hub/shared/full-reply';
import { goTo, pageReply } from '@order-hub/pages/replies';
import type { UserVisit } from '@order-hub/pages/visit';
import { RecoveryCodes } from './recovery-codes.tsx';
import { texts } from './texts.ts';

/** After a second factor was added: its recovery codes if it is the first one, which are in this answer alone. */
export const answerAdded = (visit: UserVisit, codes: readonly string[], continuePath: string): FullReply =>
  codes.length > 0
    ? pageReply(visit, <RecoveryCodes visit={visit} codes={codes} continuePath={continuePath} />)
    : goTo(visit, continuePath, { notice: texts(visit)('was_added') });
