import { readTexts } from '../languages/texts.ts';
import type messages from './messages/en.json';

/** What went wrong with a request. */
export const texts = readTexts<typeof messages>(import.meta.url);

export type ErrorKey = keyof typeof messages;
