import { Notice } from '@order-hub/pages/elements';
import type { UserVisit } from '@order-hub/pages/visit';
import type { ApiOrder } from '../../api/api-order.ts';
import { texts } from '../texts.ts';

/** Above everything else: an allergy is in a note. */
export function OrderNotes({ order, visit }: { order: ApiOrder; visit: UserVisit }) {
  const t = texts(visit);
  const note = (name: 'customer_notes' | 'seller_notes') =>
    order[name] !== null && (
      <Notice tone="busy">
        <p>
          <strong>{t(`field_${name}`)}</strong> <bdi class="multiline">{order[name]}</bdi>
        </p>
      </Notice>
    );
  return (
    <>
      {note('customer_notes')}
      {note('seller_notes')}
    </>
  );
}
