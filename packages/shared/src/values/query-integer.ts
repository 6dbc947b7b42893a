import { z } from 'zod';
import { rule } from './rules.ts';

const faults = { 0: 'must be a whole number', 1: 'must be a positive integer' };

/** A whole number in a query, `least` or more: digits alone, however many, with or without zeros before them. */
export const queryInteger = (least: 0 | 1) =>
  z
    .string(faults[least])
    .check(rule((text) => /^[0-9]+$/.test(text) && Number(text) >= least, 'not_a_number', faults[least]))
    .transform(Number);

/** How many results a page has, of which more than `max` means `max` (docs/api/conventions.md#pagination). */
export const queryCount = (max: number) => queryInteger(1).transform((count) => Math.min(count, max));

/** How many results are left out before the page, up to `max`. */
export const querySkip = (max: number) =>
  queryInteger(0).check(rule((skip) => skip <= max, 'too_large', `must be at most ${max.toLocaleString('en')}`));
