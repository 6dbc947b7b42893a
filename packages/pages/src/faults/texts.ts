import { readTexts } from '../languages/texts.ts';
import type messages from './messages/en.json';

/** What is wrong with a field of a form. */
export const texts = readTexts<typeof messages>(import.meta.url);

export type FaultKey = keyof typeof messages;
