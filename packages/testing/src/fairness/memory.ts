import { readFileSync } from 'node:fs';

const kib = 1024;

/** The resident memory of a process in bytes; 0 when it has ended. */
function residentBytes(pid: number): number {
  try {
    const [, size = '0'] = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return parseInt(size, 10) * kib;
  } catch {
    return 0;
  }
}

/** The resident memory of processes together, in bytes. 0 outside Linux. */
const memoryOf = (pids: readonly number[]): number => pids.reduce((sum, pid) => sum + residentBytes(pid), 0);

const sampledEveryMs = 200;

/** Watches the memory of processes. `stop` returns how much more than now they had together at most, in bytes. */
export function watchMemory(pids: () => readonly number[]) {
  const before = memoryOf(pids());
  let highest = before;
  const timer = setInterval(() => (highest = Math.max(highest, memoryOf(pids()))), sampledEveryMs);
  return {
    stop(): number {
      clearInterval(timer);
      return highest - before;
    },
  };
}
