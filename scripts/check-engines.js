/**
 * `npm run check -- engines`: fails when an installed package does not run on the oldest Node that package.json allows.
 * What our own code may use is up to the types of that Node (`@types/node`).
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import semver from 'semver';
import { root } from './workspaces.js';

const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
const oldest = semver.minVersion(packages[''].engines.node);
const faults = Object.entries(packages)
  .filter(([, { engines }]) => engines?.node && !semver.satisfies(oldest, engines.node))
  .map(([path, { version, engines }]) => `${path} ${version} needs Node ${engines.node}, and ${oldest} must do`);
for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exitCode = 1;
