import { readTexts } from '../languages/texts.ts';
import type messages from './messages/en.json';

/** What a connection may do. */
export const texts = readTexts<typeof messages>(import.meta.url);
