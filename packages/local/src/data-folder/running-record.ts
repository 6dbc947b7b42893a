/**
 * `.hub/running.json`: the runner of this data folder and its services. It keeps a second runner off the folder. If the
 * runner is killed, the next one finds the services that it must end here.
 */
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError } from '@order-hub/shared/config';
import { endProcess } from '../processes/end-process.ts';
import { identify, isRunning, type ProcessIdentity } from '../processes/process-identity.ts';
import { writePrivately } from './secrets.ts';

type RunningRecord = { runner: ProcessIdentity; services: Record<string, ProcessIdentity> };

const patienceMs = 3_000;

function readRecord(path: string): RunningRecord | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as RunningRecord;
  } catch {
    return undefined;
  }
}

/** Creates the record unless there is one. Links a complete file, so that another runner never reads half of it. */
function createRecord(path: string, record: RunningRecord): boolean {
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
 * Locks the data folder for this process. Ends the services that a killed runner left behind. Throws ConfigError if another
 * runner uses the folder.
 */
export async function takeFolder(folder: string) {
  const path = join(folder, 'running.json');
  const runner = identify(process.pid);
  if (!runner) throw new Error('The operating system does not show this process');
  const record: RunningRecord = { runner, services: {} };
  while (!createRecord(path, record)) {
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
    /** Records the current process of a service. */
    note(name: string, pid: number): void {
      const identity = identify(pid);
      if (!identity) return;
      record.services[name] = identity;
      writePrivately(path, record);
    },
    release: () => rmSync(path, { force: true }),
  };
}
