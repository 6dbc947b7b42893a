import { mkdirSync, openSync, renameSync, statSync, writeSync, closeSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import type { Say } from './supervise.ts';

const logBytesMax = 16 * 1024 * 1024;
const loud = new Set(['warn', 'error']);
const notWorthAWord = new Set(['level', 'time', 'service', 'msg', 'err']);

/** The path of a process's log; one that has grown big is put aside first. */
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

const inWords = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

/** A log line as a person reads it: the message, then what belongs to it. */
function sentenceOf(entry: Record<string, unknown>): string {
  const { msg, err } = entry;
  const reason = (err as { message?: string } | undefined)?.message;
  const facts = Object.entries(entry).filter(([key]) => !notWorthAWord.has(key));
  const details = [...(reason ? [reason] : []), ...facts.map(([key, value]) => `${key}: ${inWords(value)}`)];
  return details.length === 0 ? inWords(msg) : `${inWords(msg)} (${details.join(', ')})`;
}

type Output = { name: string; folder: string; say: Say; showAll: boolean };

/**
 * Writes what a service says to its log file, and tells of warnings and errors, or of everything when the person asked
 * for it with LOG_LEVEL. Gives the last lines, to explain a service that did not start.
 */
export function followOutput(streams: readonly Readable[], { name, folder, say, showAll }: Output) {
  const file = openSync(logFile(folder, name), 'a');
  const recent: string[] = [];
  let open = streams.length;
  for (const stream of streams) {
    const lines = createInterface({ input: stream });
    lines.on('line', (line) => {
      writeSync(file, `${line}\n`);
      const entry = parse(line);
      const sentence = entry ? sentenceOf(entry) : line;
      recent.push(sentence);
      if (recent.length > 20) recent.shift();
      if (!entry || showAll || loud.has(String(entry['level']))) say(`${name}: ${sentence}`);
    });
    lines.on('close', () => {
      open -= 1;
      if (open === 0) closeSync(file);
    });
  }
  return { recent };
}
