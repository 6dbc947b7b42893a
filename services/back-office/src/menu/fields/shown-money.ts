import { formats } from '@order-hub/pages/formats';
import type { UserVisit } from '@order-hub/pages/visit';

/** A money text as the page shows it. */
export const shownMoney = (money: string, visit: UserVisit) => {
  const [amount = '', currency = ''] = money.split(' ');
  return currency === '' ? money : formats(visit).money(amount, currency);
};
