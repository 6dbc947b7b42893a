import { formats } from '@order-hub/pages/formats';
import type { CardTerms } from './card-terms.ts';

const codeChars = 3;

/** Money of the API as people of the language write it. */
export const moneyText = ({ language }: CardTerms, money: string): string =>
  formats(language).money(money.slice(0, -codeChars - 1), money.slice(-codeChars));
