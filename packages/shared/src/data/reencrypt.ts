/** Re-encrypts stored secrets with the first key of a ring, step by step (docs/upgrade.md#encryption-keys). */
import { decryptIfKeyKnown, encryptSecret, headCharacters, keyName, keyNameIn } from '../tokens/encryption.ts';
import { queryBuilder, runQuery, type Database } from './database.ts';

/** A column with encrypted secrets. `owner`: whom the secret belongs to, from the value of `ownerColumn`. */
export type EncryptedColumn = { table: string; column: string; ownerColumn: string; owner(id: string): string };

type Secret = { id: string; owner_id: string; encrypted: string };

const stepRows = 500;

/** How many secrets are encrypted with which key, by its name. Reads the whole columns. */
export async function countByKey(db: Database, keys: readonly string[], columns: readonly EncryptedColumn[]) {
  const counts = new Map<string, number>();
  for (const { table, column } of columns) {
    const head = queryBuilder.raw('left(??, ?)', [column, headCharacters]);
    const query = queryBuilder(table).select({ head }).count('* as rows').whereNotNull(column).groupBy('head');
    for (const row of await runQuery<{ head: string; rows: string }>(db, query)) {
      const key = keyNameIn(row.head);
      counts.set(key, (counts.get(key) ?? 0) + parseInt(row.rows, 10));
    }
  }
  const names = keys.map(keyName);
  return [...counts].map(([key, rows]) => ({ key, rows, is_current: key === names[0], is_known: names.includes(key) }));
}

const currentKey = ([key = '']: readonly string[]) => keyName(key);

const listSecrets = (db: Database, { table, column, ownerColumn }: EncryptedColumn, after: string) =>
  runQuery<Secret>(
    db,
    queryBuilder(table)
      .select({ id: 'id', owner_id: ownerColumn, encrypted: column })
      .whereNotNull(column)
      .where('id', '>', after)
      .orderBy('id')
      .limit(stepRows),
  );

/** Returns the new ciphertext; undefined when the key is unknown. */
async function encryptAgain(keys: readonly string[], encrypted: string, owner: string): Promise<string | undefined> {
  const secret = await decryptIfKeyKnown(keys, encrypted, owner);
  return secret === undefined ? undefined : encryptSecret(keys, secret, owner);
}

/** Leaves a secret alone that was replaced meanwhile. */
async function replaceSecret(db: Database, { table, column }: EncryptedColumn, { id, encrypted }: Secret, by: string) {
  const query = queryBuilder(table)
    .update(column, by)
    .where({ id, [column]: encrypted });
  await runQuery(db, query);
}

function nextPosition(columns: readonly EncryptedColumn[], index: number, rows: readonly Secret[]): string | null {
  const last = rows.at(-1);
  if (last && rows.length === stepRows) return `${index}:${last.id}`;
  return index + 1 < columns.length ? `${index + 1}:` : null;
}

/** Returns how many of these secrets no key can read. */
async function reencrypt(db: Database, keys: readonly string[], column: EncryptedColumn, secrets: readonly Secret[]) {
  let unreadable = 0;
  for (const secret of secrets) {
    const encrypted = await encryptAgain(keys, secret.encrypted, column.owner(secret.owner_id));
    if (encrypted === undefined) unreadable += 1;
    else await replaceSecret(db, column, secret, encrypted);
  }
  return unreadable;
}

/**
 * Re-encrypts what an older key has encrypted among the next secrets after `after` (null: from the start). Repeating a step
 * changes nothing more.
 */
export async function reencryptStep(
  db: Database,
  keys: readonly string[],
  columns: readonly EncryptedColumn[],
  after: string | null,
) {
  const [index = '', id = ''] = (after ?? '0:').split(':');
  const at = parseInt(index, 10);
  const column = columns[at];
  if (!column) return { reencrypted: 0, unreadable: 0, next: null };
  const secrets = await listSecrets(db, column, id);
  const outdated = secrets.filter(({ encrypted }) => keyNameIn(encrypted) !== currentKey(keys));
  const unreadable = await reencrypt(db, keys, column, outdated);
  return { reencrypted: outdated.length - unreadable, unreadable, next: nextPosition(columns, at, secrets) };
}
