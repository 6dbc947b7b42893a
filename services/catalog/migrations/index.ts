import type { Migration, SchemaTerms } from '@order-hub/shared/migration';
import { heldCauses, heldMessagesMigration } from '@order-hub/shared/held-messages';
import { inboxMigration, inboxRemoval } from '@order-hub/shared/inbox';
import { outboxCauses, outboxMigration } from '@order-hub/shared/outbox';
import { parkedMessages } from '@order-hub/shared/parked-messages-migration';
import { keptRepliesMigration, keptRights } from '@order-hub/shared/kept-reply-store';
import { catalogs } from './0001-catalogs.ts';
import { images } from './0002-images.ts';
import { inventory } from './0003-inventory.ts';
import { locationStock } from './0004-location-stock.ts';
import { currentCatalogs } from './0005-current-catalogs.ts';
import { inboxAgain } from './0006-inbox.ts';
import { imageTotals } from './0007-image-totals.ts';
import { foldedText } from './0008-folded-text.ts';

/** The schema `catalog`, in the order in which it grew. */
export const migrations: readonly Migration[] = [
  outboxMigration,
  inboxMigration,
  inboxRemoval,
  catalogs,
  images,
  inventory,
  locationStock,
  currentCatalogs,
  inboxAgain,
  imageTotals,
  heldMessagesMigration,
  parkedMessages,
  outboxCauses,
  heldCauses,
  keptRepliesMigration,
  foldedText,
  keptRights,
];

/** This release needs all of them. Name an older one while it can do without the later ones (docs/upgrade.md). */
export const schema: SchemaTerms = { migrations, oldestMigration: keptRights.name };
