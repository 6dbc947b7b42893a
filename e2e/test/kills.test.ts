/** A short form of `npm run kills`. `KILLS` sets another number. */
import { expect, test } from '@jest/globals';
import { runKills } from '../src/kills/run-kills.ts';

const kills = parseInt(process.env['KILLS'] ?? '30', 10);

test(
  `${kills} kills of the gateway and of orders make no second order for a key`,
  async () => {
    const report = await runKills(kills);
    const { doubled, missing, different } = report;
    expect([{ doubled, missing, different }, report.keys > 0]).toEqual([
      { doubled: 0, missing: 0, different: 0 },
      true,
    ]);
  },
  60_000 + kills * 10_000,
);
