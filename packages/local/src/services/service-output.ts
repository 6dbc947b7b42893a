import { closeSync, openSync, writeSync } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { logFile } from '../data-folder/log-file.ts';
import type { Say } from '../processes/supervise.ts';

const shownLevels = new Set(['warn', 'error']);
const repeatAfterMs = 10_000;
const hiddenFields = new Set(['level', 'time', 'service', 'msg', 'err']);
/** How many lines explain why a service did not start. */
const recentMax = 20;

type Entry = Record<string, unknown>;

function parse(line: string): Entry | undefined {
  try {
    return JSON.parse(line) as Entry;
  } catch {
    return undefined;
  }
}

/**
 * Selects the lines to show on the screen: warnings and errors, and each message at most every ten seconds. While a service
 * is down, every request logs a warning; the log file has them all.
 */
function screenFilter() {
  const shownMs = new Map<unknown, number>();
  return ({ level, msg }: Entry): boolean => {
    if (!shownLevels.has(String(level))) return false;
    const nowMs = performance.now();
    const lastMs = shownMs.get(msg);
    if (lastMs !== undefined && nowMs - lastMs < repeatAfterMs) return false;
    shownMs.set(msg, nowMs);
    return true;
  };
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

/** A log entry as a sentence: the message, then the other fields. */
function sentenceOf(entry: Entry): string {
  const { msg, err } = entry;
  const reason = (err as { message?: string } | undefined)?.message;
  const fields = Object.entries(entry).filter(([key]) => !hiddenFields.has(key));
  const details = [...(reason ? [reason] : []), ...fields.map(([key, value]) => `${key}: ${textOf(value)}`)];
  return details.length === 0 ? textOf(msg) : `${textOf(msg)} (${details.join(', ')})`;
}

type OutputOptions = { name: string; folder: string; say: Say; warn: Say; showAll: boolean };

/**
 * Writes a service's output to its log file. Shows warnings and errors on the screen, or everything with `showAll`: warnings with `warn`,
 * the rest with `say`.
 * Returns the latest lines.
 */
export function followOutput(streams: readonly Readable[], { name, folder, say, warn, showAll }: OutputOptions) {
  const file = openSync(logFile(folder, name), 'a');
  const recent: string[] = [];
  const isShown = screenFilter();
  const sayerOf = (entry: Entry | undefined) => (!showAll && entry?.['level'] === 'warn' ? warn : say);
  let open = streams.length;
  for (const stream of streams) {
    const lines = createInterface({ input: stream });
    lines.on('line', (line) => {
      writeSync(file, `${line}\n`);
      const entry = parse(line);
      const sentence = entry ? sentenceOf(entry) : line;
      recent.push(sentence);
      if (recent.length > recentMax) recent.shift();
      if (!entry || showAll || isShown(entry)) sayerOf(entry)(`${name}: ${sentence}`);
    });
    lines.on('close', () => {
      open -= 1;
      if (open === 0) closeSync(file);
    });
  }
  return { recent };
}
