/**
 * The programs that the type checker and the typed lint rules look at: one for all packages with the same compiler
 * options, so that what packages share is read and checked once. Each package's tsconfig.json stays the only place of its
 * options; `npx tsc -p services/orders` checks one package alone.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import ts from 'typescript';
import { root, workspacesWith } from './workspaces.js';

const folder = join(root, 'node_modules', '.cache', 'order-hub', 'programs');

/** Where files are built to is nothing to a program that builds none. */
const withoutOutput = ({ rootDir, outDir, configFilePath, ...options }) => options;

/** The compiler options and the included folders of a configuration. Throws on a fault in it. */
function read(path) {
  const { config, error } = ts.readConfigFile(join(root, path), ts.sys.readFile);
  const faults = [...(error ? [error] : [])];
  const parsed = ts.parseJsonConfigFileContent(config ?? {}, ts.sys, join(root, path, '..'));
  faults.push(...parsed.errors.filter(({ code }) => code !== noInputs));
  if (faults.length > 0) throw new Error(ts.formatDiagnostics(faults, host));
  return { options: withoutOutput(parsed.options), files: parsed.fileNames, extended: config.compilerOptions ?? {} };
}

const noInputs = 18_003;
const host = { getCurrentDirectory: () => root, getNewLine: () => '\n', getCanonicalFileName: (name) => name };

/** Writes the configurations of the programs, and returns their paths. */
export function typePrograms() {
  mkdirSync(folder, { recursive: true });
  const configs = [
    ...workspacesWith('tsconfig.json').map((workspace) => `${workspace}/tsconfig.json`),
    'e2e/client/tsconfig.json',
  ];
  const groups = new Map();
  for (const path of configs) {
    const { options, files, extended } = read(path);
    const key = JSON.stringify(options, Object.keys(options).sort());
    const group = groups.get(key) ?? groups.set(key, { extended, files: [] }).get(key);
    group.files.push(...files);
  }
  return [...groups.values()].map(({ extended, files }, index) => {
    const path = join(folder, `tsconfig.${index}.json`);
    const { rootDir, outDir, ...compilerOptions } = extended;
    const config = { extends: join(root, 'tsconfig.base.json'), compilerOptions, files };
    writeFileSync(path, JSON.stringify(config, null, 2));
    return relative(root, path);
  });
}
