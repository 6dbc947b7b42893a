import { mkdirSync, openSync, renameSync, statSync, writeSync, closeSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import type { Say } from './supervise.ts';

const logBytesMax = 16 * 1024 * 1024;
const loud = new Set(['warn', 'error']);
const quietMs = 10_000;
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

/**
 * What a person must see of a service's lines: warnings and errors, each once in a while. While something is away every
 * request says so; all of it is in the log file.
 */
function newsFilter() {
  const saidMs = new Map<unknown, number>();
  return ({ level, msg }: Record<string, unknown>): boolean => {
    if (!loud.has(String(level))) return false;
    const nowMs = performance.now();
    const lastMs = saidMs.get(msg);
    if (lastMs !== undefined && nowMs - lastMs < quietMs) return false;
    saidMs.set(msg, nowMs);
    return true;
  };
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
 * Writes what a service says to its log file, and tells of warnings and errors (the same one once in ten seconds), or of
 * everything when the person asked for it with LOG_LEVEL. Gives the last lines, to explain a service that did not start.
 */
export function followOutput(streams: readonly Readable[], { name, folder, say, showAll }: Output) {
  const file = openSync(logFile(folder, name), 'a');
  const recent: string[] = [];
  const isNews = newsFilter();
  let open = streams.length;
  for (const stream of streams) {
    const lines = createInterface({ input: stream });
    lines.on('line', (line) => {
      writeSync(file, `${line}\n`);
      const entry = parse(line);
      const sentence = entry ? sentenceOf(entry) : line;
      recent.push(sentence);
      if (recent.length > 20) recent.shift();
      if (!entry || showAll || isNews(entry)) say(`${name}: ${sentence}`);
    });
    lines.on('close', () => {
      open -= 1;
      if (open === 0) closeSync(file);
    });
  }
  return { recent };
}
