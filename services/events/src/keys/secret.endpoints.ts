import type { Database } from '@order-hub/shared/database';
import { clientSecretOwner } from '@order-hub/shared/encryption';
import { answerTo } from '@order-hub/shared/internal-call';
import { countSecrets, reencryptSecrets } from '@order-hub/shared/keys-calls';
import { countByKey, reencryptStep, type EncryptedColumn } from '@order-hub/shared/reencrypt';

type Deps = { db: Database; encryptionKeys: readonly string[] };

/** The copies of clients' secrets. */
const columns: readonly EncryptedColumn[] = [
  { table: 'connections', column: 'client_secret', ownerColumn: 'client_id', owner: clientSecretOwner },
  { table: 'connections', column: 'previous_client_secret', ownerColumn: 'client_id', owner: clientSecretOwner },
];

export const secretEndpoints = [
  answerTo(countSecrets, async (_asked, _ctx, { db, encryptionKeys }: Deps) => ({
    encrypted: await countByKey(db, encryptionKeys, columns),
  })),
  answerTo(reencryptSecrets, ({ body: { after } }, _ctx, { db, encryptionKeys }: Deps) =>
    reencryptStep(db, encryptionKeys, columns, after),
  ),
];
