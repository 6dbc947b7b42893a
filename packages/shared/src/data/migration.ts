/**
 * Migrations, and which releases run on which schemas (docs/upgrade.md#releases-and-schemas). Replicas of two releases share a
 * schema while the hub is upgraded, and after a rollback. So an older release runs on a newer schema unless a migration says
 * otherwise: the one that removes what older releases use `needs` the migration that came with its replacement.
 */

/**
 * `up` and `down` run in a transaction of their own. An array of statements runs outside, one after another, as `create index
 * concurrently` demands; after a failure it runs again from the start. `needs`: the migration that a release must know to run
 * on the schema from here on.
 */
export type Migration = { name: string; up: Statements; down: Statements; needs?: string };

export type Statements = string | readonly string[];

/** What a release expects of its schema: the migrations it knows, and the last one without which it does not run. */
export type SchemaTerms = { migrations: readonly Migration[]; oldestMigration: string };

/** The name in the schema's table of migrations. It tells older releases, which do not know the migration, what it needs. */
export const storedName = ({ name, needs }: Migration) => (needs === undefined ? name : `${name} needs ${needs}`);

const neededBy = (stored: string) => / needs (.+)$/.exec(stored)?.[1];

/** Why a release does not run on a schema. A schema that is too old can be migrated. */
export type Misfit = { isTooOld: boolean; reason: string };

/** Compares a release with a schema, whose migrations have the stored names `applied`. */
export function findMisfit(
  applied: readonly string[],
  { migrations, oldestMigration }: SchemaTerms,
): Misfit | undefined {
  const known = new Set(migrations.map(({ name }) => name));
  const isUnmet = (stored: string) => {
    const needed = neededBy(stored);
    return needed !== undefined && !known.has(needed);
  };
  const newer = applied.find(isUnmet);
  if (newer !== undefined) return { isTooOld: false, reason: `a newer release has run the migration ${newer}` };
  const needed = migrations.slice(0, migrations.findIndex(({ name }) => name === oldestMigration) + 1);
  const missing = needed.find((migration) => !applied.includes(storedName(migration)));
  return missing && { isTooOld: true, reason: `the migration ${missing.name} has not run` };
}
