import { readFileSync } from 'node:fs';

/** USER_HZ of Linux, fixed for programs. */
const ticksPerSecond = 100;

const own = [11, 12];
const ofEndedChildren = [13, 14];

/** Sums fields of `/proc/<pid>/stat`, counted from the first one after the name. Throws outside Linux. */
function readMs(pid: number, fields: readonly number[]): number {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The second field is the name in parentheses, which may hold spaces.
  const values = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return fields.reduce((sum, field) => sum + (parseInt(values[field] ?? '', 10) * 1000) / ticksPerSecond, 0);
}

function orNotKnown(read: () => number): number {
  try {
    return read();
  } catch {
    return Number.NaN;
  }
}

/** Processor time that a process has used so far, in milliseconds. NaN outside Linux. */
export const cpuMs = (pid: number): number => orNotKnown(() => readMs(pid, own));

/** The same for a PostgreSQL server, with all child processes that run or have ended. */
export const serverCpuMs = (pid: number): number =>
  orNotKnown(() => {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean);
    return children.reduce(
      (sum, child) => sum + (cpuMs(parseInt(child, 10)) || 0),
      readMs(pid, [...own, ...ofEndedChildren]),
    );
  });
