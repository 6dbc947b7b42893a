import { describe, expect, test } from '@jest/globals';
import { findEngine, type Engine } from '../../src/compose/engine.ts';

/** A suite that needs a Docker engine. Without one it is reported as skipped, or as failed when CI is set. */
export async function withEngine(suite: string, define: (engine: Engine) => void): Promise<void> {
  const engine = await findEngine();
  if (!('unavailable' in engine)) return describe(suite, () => define(engine));
  const name = `${suite} (${engine.unavailable})`;
  if (process.env['CI'] === 'true') test(name, () => expect(engine.unavailable).toBe('available'));
  else test.skip(name, () => undefined);
}
