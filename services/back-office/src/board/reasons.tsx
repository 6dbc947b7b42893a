import type { Visit } from '@order-hub/pages/visit';
import { reasonsId } from './cards/card-actions.tsx';
import { texts } from './texts.ts';

const reasons = ['reason_busy', 'reason_sold_out', 'reason_closed', 'reason_area'] as const;

/** What a browser proposes as a reason for the customer. */
export const Reasons = ({ visit }: { visit: Visit }) => (
  <datalist id={reasonsId}>
    {reasons.map((key) => (
      <option value={texts(visit)(key)} />
    ))}
  </datalist>
);
