import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A data folder for a test, closed to other accounts. Call `remove()` when the hub has stopped. */
export function temporaryFolder() {
  const path = mkdtempSync(join(tmpdir(), 'order-hub-local-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}
