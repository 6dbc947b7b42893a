import { Form } from '@order-hub/pages/form';
import type { FormState } from '@order-hub/pages/declared-page';
import type { UserVisit } from '@order-hub/pages/visit';
import { openTestShopPath } from '../paths/test-shop-path.ts';

export type ShopOffer = 'open' | 'full' | 'none';

const noFaults: FormState = { values: {}, faults: [] };

/** The button that makes a test shop, or why there is none. */
export const MakeShopForm = ({ visit, offer }: { visit: UserVisit; offer: ShopOffer }) => {
  if (offer === 'none') return <p>This hub has no test shops.</p>;
  if (offer === 'full') return <p>All test shops of this hub are taken at the moment. Try again later.</p>;
  return <Form visit={visit} form={noFaults} submit="Make a test shop" action={openTestShopPath} />;
};
