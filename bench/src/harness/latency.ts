/** The value below which `share` (0 to 1) of the ascending `sorted` lies; NaN of nothing. */
export const percentile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;

export const ascending = (values: Iterable<number>): number[] => [...values].sort((one, other) => one - other);

/** The middle value, which noise disturbs least. */
export const median = (values: readonly number[]): number => percentile(ascending(values), 0.5);
