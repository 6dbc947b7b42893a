import { foldedTextMigration } from '@order-hub/shared/folded-text-migration';

export const foldedText = foldedTextMigration('0010-folded-text');
