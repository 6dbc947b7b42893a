/** `npm run refusals -w @order-hub/e2e [-- --minutes 60]`: prints what was counted, and fails for a lost or a doubled event. */
import { parseArgs } from 'node:util';
import { runRefusals } from './run-refusals.ts';

const { values } = parseArgs({ options: { minutes: { type: 'string', default: '60' } } });
const print = (text: string) => void process.stdout.write(`${text}\n`);

const report = await runRefusals(Number(values.minutes), print);
print(JSON.stringify(report, undefined, 2));
if (report.unsent + report.unrefused + report.lost + report.doubled > 0) process.exitCode = 1;
