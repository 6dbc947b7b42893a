/**
 * `npm run check -- folders`: fails when a folder of sources has too many files to be read at a glance: it wants rooms.
 * Tests and migrations do not count.
 */
import { execFileSync } from 'node:child_process';
import { dirname } from 'node:path';
import { root } from './workspaces.js';

const filesMax = 15;

const isSource = (path) => /\.(tsx?|js)$/.test(path) && !/\.test\.tsx?$|\/(test|migrations)\//.test(path);

const tracked = execFileSync('git', ['ls-files', '--', 'packages', 'services', 'e2e', 'bench'], { cwd: root });
const folders = Map.groupBy?.(tracked.toString().split('\n').filter(isSource), dirname);
