import { readdirSync, readFileSync } from 'node:fs';

/** USER_HZ of Linux, fixed for programs. */
const ticksPerSecond = 100;

const group = 2;
const own = [11, 12];
const ofEndedChildren = [13, 14];

/** The fields of `/proc/<pid>/stat`, counted from the first one after the name. Throws outside Linux. */
function readFields(pid: number): number[] {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The second field is the name in parentheses, which may hold spaces.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return fields.map((field) => parseInt(field, 10));
}

const sumMs = (fields: readonly number[], of: readonly number[]) =>
  of.reduce((sum, field) => sum + ((fields[field] ?? Number.NaN) * 1000) / ticksPerSecond, 0);

const readMs = (pid: number, of: readonly number[]) => sumMs(readFields(pid), of);

function orNotKnown(read: () => number): number {
  try {
    return read();
  } catch {
    return Number.NaN;
  }
}

/** Processor time that a process has used so far, in milliseconds. NaN outside Linux. */
export const cpuMs = (pid: number): number => orNotKnown(() => readMs(pid, own));

/** The same for a PostgreSQL server with all its child processes, running and ended. */
export const serverCpuMs = (pid: number): number =>
  orNotKnown(() => {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean);
    return children.reduce(
      (sum, child) => sum + (cpuMs(parseInt(child, 10)) || 0),
      readMs(pid, [...own, ...ofEndedChildren]),
    );
  });

const isNumber = (name: string) => /^\d+$/.test(name);

/** Zero for a process that has just ended. */
function msInGroup(pid: number, id: number): number {
  try {
    const fields = readFields(pid);
    return fields[group] === id ? sumMs(fields, [...own, ...ofEndedChildren]) : 0;
  } catch {
    return 0;
  }
}

/** The same for all processes of a process group. */
export const groupCpuMs = (id: number): number =>
  orNotKnown(() =>
    readdirSync('/proc')
      .filter(isNumber)
      .reduce((sum, name) => sum + msInGroup(parseInt(name, 10), id), 0),
  );
