/**
 * `npm run broker-rights`: writes deploy/rabbitmq/rights.json, what the user of each service may do in RabbitMQ, from topics.ts. With
 * `--check` it leaves the file alone, and fails when it differs.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { brokerDefinitions } from '@order-hub/shared/broker-rights';
import prettier from 'prettier';

const file = new URL('../deploy/rabbitmq/rights.json', import.meta.url);

const text = await prettier.format(JSON.stringify(brokerDefinitions()), { parser: 'json', printWidth: 120 });
if (!process.argv.includes('--check')) writeFileSync(file, text);
else if (!existsSync(file) || readFileSync(file, 'utf8') !== text) {
  console.error('deploy/rabbitmq/rights.json is not what topics.ts says: run npm run broker-rights');
  process.exitCode = 1;
}
