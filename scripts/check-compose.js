/**
 * `npm run check -- compose`: every container of docker-compose.yml has a read-only file system, no capabilities, and no way to more rights
 * (docs/compose.md#limits-and-logs); and those that are not ours name the user that they run as.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { root } from './workspaces.js';

const { services } = parse(readFileSync(join(root, 'docker-compose.yml'), 'utf8'), { merge: true });

const rules = {
  'is not `read_only: true`': ({ read_only }) => read_only === true,
  'does not drop all capabilities': ({ cap_drop, cap_add = [] }) => cap_drop?.includes('ALL') && cap_add.length === 0,
  'may get new privileges': ({ security_opt }) => security_opt?.includes('no-new-privileges:true'),
  'has no user: the images of others start as root': ({ build, user }) => build !== undefined || user !== undefined,
};

for (const [name, service] of Object.entries(services)) {
  for (const [fault, isKept] of Object.entries(rules)) {
    if (isKept(service)) continue;
    console.error(`docker-compose.yml: ${name} ${fault}`);
    process.exitCode = 1;
  }
}
