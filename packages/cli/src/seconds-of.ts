import { CommandError } from './command-error.ts';

const units = { s: 1, m: 60, h: 3_600, d: 86_400 } as const;

/** `90s`, `30m`, `24h` or `7d` in seconds; `0` too. Throws CommandError that names the option. */
export function secondsOf(option: string, text: string): number {
  const [, count, unit] = /^(\d{1,6})([smhd])$/.exec(text === '0' ? '0s' : text) ?? [];
  if (count === undefined) throw new CommandError(`--${option} must be a time such as 30m, 24h or 7d`);
  return Number(count) * units[unit as keyof typeof units];
}
