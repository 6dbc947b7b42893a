import { checkAccounts } from './accounts/check-accounts.ts';
import { dropTemplateDatabase } from './servers/fresh-database.ts';

/** What jest tells of the run. */
type JestRun = {
  rootDir: string;
  nonFlagArgs: string[];
  testNamePattern?: string;
  onlyChanged: boolean;
  shard?: object;
};

/** Fails the run if a statement that ran lacks the account. */
export default async function tearDown(run: JestRun): Promise<void> {
  const { rootDir, nonFlagArgs, testNamePattern, onlyChanged, shard } = run;
  const isWhole = nonFlagArgs.length === 0 && !testNamePattern && !onlyChanged && !shard;
  try {
    await checkAccounts(rootDir, isWhole);
  } finally {
    await dropTemplateDatabase();
  }
}
