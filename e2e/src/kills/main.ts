/** `npm run kills -w @order-hub/e2e [-- --kills 1000]`: prints what was counted, and fails for a second or a lost order. */
import { parseArgs } from 'node:util';
import { runKills } from './run-kills.ts';

const { values } = parseArgs({ options: { kills: { type: 'string', default: '1000' } } });
const print = (text: string) => void process.stdout.write(`${text}\n`);

const report = await runKills(parseInt(values.kills, 10), print);
print(JSON.stringify(report, undefined, 2));
if (report.doubled + report.missing + report.different > 0) process.exitCode = 1;
