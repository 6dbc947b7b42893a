import { Form } from '@order-hub/pages/form';
import type { FormState } from '@order-hub/pages/declared-page';
import type { UserVisit } from '@order-hub/pages/visit';
import { openTestShopPath } from '../paths/test-shop-path.ts';
import { texts } from './texts.ts';

export type ShopOffer = 'open' | 'full' | 'none';

const noFaults: FormState = { values: {}, faults: [] };

/** The button that makes a test shop, or why there is none. */
export const MakeShopForm = ({ visit, offer, minor }: { visit: UserVisit; offer: ShopOffer; minor?: boolean }) => {
  const t = texts(visit);
  if (offer === 'none') return <p>{t('none_here')}</p>;
  if (offer === 'full') return <p>{t('all_taken')}</p>;
  return <Form visit={visit} form={noFaults} submit={t('make')} action={openTestShopPath} {...(minor && { minor })} />;
};
