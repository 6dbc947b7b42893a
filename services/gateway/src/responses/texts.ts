import { readTexts } from '@order-hub/pages/texts';
import type messages from './messages/en.json';

/** What the gateway's own pages of errors say. */
export const texts = readTexts<typeof messages>(import.meta.url);

export type MessageKey = keyof typeof messages;
