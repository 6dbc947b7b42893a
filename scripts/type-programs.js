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

/**
 * Output folders do not matter to a program that emits nothing; without them, packages that differ only there share one
 * program.
 */
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

/** Writes the configurations of the programs. Returns their paths, with the folders whose files they have. */
export function typePrograms() {
  mkdirSync(folder, { recursive: true });
  const groups = new Map();
  for (const place of workspacesWith('tsconfig.json')) {
    const { options, files, extended } = read(`${place}/tsconfig.json`);
    const key = JSON.stringify(options, Object.keys(options).sort());
    const group = groups.get(key) ?? groups.set(key, { extended, files: [], folders: [] }).get(key);
    group.files.push(...files);
    group.folders.push(place);
  }
  return [...groups.values()].map(({ extended, files, folders }, index) => {
    const path = join(folder, `tsconfig.${index}.json`);
    const { rootDir, outDir, ...compilerOptions } = extended;
    const config = { extends: join(root, 'tsconfig.base.json'), compilerOptions, files };
    writeFileSync(path, JSON.stringify(config, null, 2));
    return { path: relative(root, path), folders };
  });
}
