import { mkdirSync, openSync, renameSync, statSync, writeSync, closeSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import type { Say } from './supervise.ts';

const logBytesMax = 16 * 1024 * 1024;
const shownLevels = new Set(['warn', 'error']);
const repeatAfterMs = 10_000;
const hiddenFields = new Set(['level', 'time', 'service', 'msg', 'err']);

/** The path of a process's log file. Renames a big one first. */
export function logFile(folder: string, name: string): string {
  const logs = join(folder, 'logs');
  mkdirSync(logs, { recursive: true, mode: 0o700 });
  const path = join(logs, `${name}.log`);
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  if (size > logBytesMax) renameSync(path, `${path}.1`);
  return path;
}

function parse(line: string): Record<string, unknown> | undefined {
  try {
    return JSON.parse(line) as Record<string, unknown>;
  } catch {
    return undefined;
  }
}

/**
 * Selects the lines to show on the screen: warnings and errors, the same one at most every ten seconds. While a service
 * is down every request logs a warning; the log file has them all.
 */
function screenFilter() {
  const shownMs = new Map<unknown, number>();
  return ({ level, msg }: Record<string, unknown>): boolean => {
    if (!shownLevels.has(String(level))) return false;
    const nowMs = performance.now();
    const lastMs = shownMs.get(msg);
    if (lastMs !== undefined && nowMs - lastMs < repeatAfterMs) return false;
    shownMs.set(msg, nowMs);
    return true;
  };
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

/** A log line as a sentence: the message, then the other fields. */
function sentenceOf(entry: Record<string, unknown>): string {
  const { msg, err } = entry;
  const reason = (err as { message?: string } | undefined)?.message;
  const facts = Object.entries(entry).filter(([key]) => !hiddenFields.has(key));
  const details = [...(reason ? [reason] : []), ...facts.map(([key, value]) => `${key}: ${textOf(value)}`)];
  return details.length === 0 ? textOf(msg) : `${textOf(msg)} (${details.join(', ')})`;
}

type Output = { name: string; folder: string; say: Say; showAll: boolean };

/**
 * Writes a service's output to its log file. Shows warnings and errors on the screen, or everything with `showAll`.
 * Returns the last lines, to explain why a service did not start.
 */
export function followOutput(streams: readonly Readable[], { name, folder, say, showAll }: Output) {
  const file = openSync(logFile(folder, name), 'a');
  const recent: string[] = [];
  const isShown = screenFilter();
  let open = streams.length;
  for (const stream of streams) {
    const lines = createInterface({ input: stream });
    lines.on('line', (line) => {
      writeSync(file, `${line}\n`);
      const entry = parse(line);
      const sentence = entry ? sentenceOf(entry) : line;
      recent.push(sentence);
      if (recent.length > 20) recent.shift();
      if (!entry || showAll || isShown(entry)) say(`${name}: ${sentence}`);
    });
    lines.on('close', () => {
      open -= 1;
      if (open === 0) closeSync(file);
    });
  }
  return { recent };
}
