import { readTexts } from './languages/texts.ts';
import type messages from './messages/en.json';

/** What pages say around their contents. */
export const texts = readTexts<typeof messages>(import.meta.url);
