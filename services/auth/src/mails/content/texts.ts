import { readTexts } from '@order-hub/pages/texts';
import type messages from './messages/en.json';

/** What mails say: of each kind the subject, the paragraphs and the label of its button. */
export const texts = readTexts<typeof messages>(import.meta.url);
