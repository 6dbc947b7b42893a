import { describe, expect, test } from '@jest/globals';
import { findMisfit, storedName, type Migration } from './migration.ts';

const migration = (name: string, needs?: string): Migration => ({ name, up: '', down: '', ...(needs && { needs }) });
const [one, two, three] = [migration('1'), migration('2'), migration('3')];
/** Removes what releases without the second migration use. */
const contract = migration('4', '2');
const release = (migrations: Migration[], oldestMigration: string) => ({ migrations, oldestMigration });

describe('a release runs on', () => {
  test.each([
    ['the schema of its own migrations', [one, two], release([one, two], '2')],
    ['a newer schema', [one, two, three], release([one, two], '2')],
    ['a newer schema that needs what the release knows', [one, two, three, contract], release([one, two], '2')],
    ['an older schema that it declares', [one], release([one, two], '1')],
    ['its own schema with such a migration', [one, two, three, contract], release([one, two, three, contract], '4')],
  ])('%s', (_which, applied, terms) => {
    expect(findMisfit(applied.map(storedName), terms)).toBeUndefined();
  });
});

describe('a release does not run on', () => {
  test.each([
    ['a newer schema that needs what it does not know', [one, two, three, contract], release([one], '1'), false],
    ['a schema without its oldest migration', [one], release([one, two, three], '2'), true],
    ['an empty schema', [], release([one], '1'), true],
  ])('%s', (_which, applied, terms, isTooOld) => {
    expect(findMisfit(applied.map(storedName), terms)).toEqual({ isTooOld, reason: expect.any(String) });
  });
});
