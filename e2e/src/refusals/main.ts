/**
 * `npm run refusals -w @order-hub/e2e [-- --minutes 60]`: prints what was counted, and fails for a lost or a doubled event. Then
 * the hub's folder stays, for its logs.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { runRefusals } from './run-refusals.ts';

const { values } = parseArgs({ options: { minutes: { type: 'string', default: '60' } } });
const print = (text: string) => void process.stdout.write(`${text}\n`);

const folder = mkdtempSync(join(tmpdir(), 'order-hub-refusals-'));
print(`The hub's folder, which stays after a failure: ${folder}`);
const report = await runRefusals(folder, Number(values.minutes), print);
print(JSON.stringify(report, undefined, 2));
if (report.unsent + report.unrefused + report.lost + report.doubled > 0) process.exitCode = 1;
else rmSync(folder, { recursive: true, force: true });
