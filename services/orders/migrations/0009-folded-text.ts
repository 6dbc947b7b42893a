import { foldedTextMigration } from '@order-hub/shared/folded-text-migration';

export const foldedText = foldedTextMigration('0009-folded-text');
