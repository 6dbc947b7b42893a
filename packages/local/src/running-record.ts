/**
 * `.hub/running.json`: which processes belong to the run on this data folder. It keeps a second runner out, and lets the
 * next run clear away what a killed one left behind.
 */
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError } from '@order-hub/shared/config';
import { endProcess } from './end-process.ts';
import { identify, isRunning, type ProcessIdentity } from './process-identity.ts';
import { writePrivately } from './secrets.ts';

type Record = { runner: ProcessIdentity; services: { [name: string]: ProcessIdentity } };

const patienceMs = 3_000;

function readRecord(path: string): Record | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Record;
  } catch {
    return undefined;
  }
}

/** Puts the record in its place whole: a file that another runner reads is never half written. */
function claim(path: string, record: Record): boolean {
  const draft = `${path}.${record.runner.pid}`;
  writeFileSync(draft, JSON.stringify(record));
  try {
    linkSync(draft, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(draft);
  }
}

/**
 * Takes the folder for this process. Ends services that a killed run left behind. Throws ConfigError when another
 * runner works on the folder.
 */
export async function takeFolder(folder: string) {
  const path = join(folder, 'running.json');
  const runner = identify(process.pid);
  if (!runner) throw new Error('The operating system does not tell about this process');
  const record: Record = { runner, services: {} };
  while (!claim(path, record)) {
    const earlier = readRecord(path);
    if (earlier && isRunning(earlier.runner)) {
      throw new ConfigError(
        `An order hub is already running on ${folder} (process ${earlier.runner.pid}). Stop it, or set HUB_DATA_DIR to another folder.`,
      );
    }
    for (const service of Object.values(earlier?.services ?? {})) {
      await endProcess(service, 'SIGTERM', 'SIGKILL', patienceMs);
    }
    rmSync(path, { force: true });
  }
  return {
    /** Notes under which process a service runs now. */
    note(name: string, pid: number): void {
      const identity = identify(pid);
      if (!identity) return;
      record.services[name] = identity;
      writePrivately(path, record);
    },
    release: () => rmSync(path, { force: true }),
  };
}
