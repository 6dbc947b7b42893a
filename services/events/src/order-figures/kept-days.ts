const dayMs = 86_400_000;

/** The oldest day whose orders are kept, such as `2026-08-28`. */
export const oldestKeptDay = (now: Date, days: number): string =>
  new Date(now.getTime() - days * dayMs).toISOString().slice(0, 10);
