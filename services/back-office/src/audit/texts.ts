import { readTexts } from '@order-hub/pages/texts';
import type messages from './messages/en.json';

/** What the audit of the whole hub says around its entries. */
export const texts = readTexts<typeof messages>(import.meta.url);
