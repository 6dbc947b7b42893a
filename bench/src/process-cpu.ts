import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** What Linux reports to programs, whatever its kernel counts in. */
const ticksPerSecond = 100;

/** Processor time that a process has used so far, in milliseconds; NaN where the system does not tell (outside Linux). */
export function cpuMs(pid: number): number {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The second field is the name in parentheses, which may hold spaces.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    const ticks = parseInt(fields[11] ?? '', 10) + parseInt(fields[12] ?? '', 10);
    return (ticks * 1000) / ticksPerSecond;
  } catch {
    return Number.NaN;
  }
}

/** The same for a PostgreSQL server: its first process and all its children. */
export function treeCpuMs(pid: number): number {
  try {
    const children = execFileSync('pgrep', ['-P', String(pid)], { encoding: 'utf8' })
      .trim()
      .split('\n');
    return children.reduce((sum, child) => sum + (cpuMs(parseInt(child, 10)) || 0), cpuMs(pid));
  } catch {
    return Number.NaN;
  }
}
