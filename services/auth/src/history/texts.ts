import { readTexts } from '@order-hub/pages/texts';
import type messages from './messages/en.json';

export const texts = readTexts<typeof messages>(import.meta.url);
