/**
 * `npm run check -- folders`: fails when a folder of sources has more files than a reader takes in at a glance. Such a
 * folder wants rooms. Tests, migrations and scripts do not count.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { root, workspacesWith } from './workspaces.js';

const filesMax = 15;

const isSource = ({ name }) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name);

/** This folder, if it has too many files, and those inside it. */
function crowdedIn(folder) {
  const entries = readdirSync(join(root, folder), { withFileTypes: true });
  const count = entries.filter((entry) => entry.isFile() && isSource(entry)).length;
  const inside = entries.filter((entry) => entry.isDirectory()).flatMap(({ name }) => crowdedIn(`${folder}/${name}`));
  return count > filesMax ? [{ folder, count }, ...inside] : inside;
}

const crowded = workspacesWith('src').flatMap((workspace) => crowdedIn(`${workspace}/src`));
for (const { folder, count } of crowded)
  console.error(`${folder} has ${count} files; more than ${filesMax} want rooms inside`);
if (crowded.length > 0) process.exitCode = 1;
