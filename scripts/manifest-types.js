/**
 * The types of manifests: each resource becomes an object literal of its type in the packages `kubernetes-models`, which are
 * made of the schemas, and TypeScript compiles it. So fields that are unknown or missing, and values of another type, are
 * faults. The resources of operators without such a package are not checked (docs/decisions/0066-manifests-are-compiled.md).
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { root } from './workspaces.js';

const packages = ['kubernetes-models', '@kubernetes-models/keda', '@kubernetes-models/prometheus-operator'];
const untyped = ['postgresql.cnpg.io/v1 Cluster', 'rabbitmq.com/v1beta1 RabbitmqCluster'];

const options = {
  strict: true,
  noEmit: true,
  skipLibCheck: true,
  types: [],
  target: ts.ScriptTarget.ESNext,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
};

const nameOf = ({ apiVersion, kind, metadata }) => `${apiVersion} ${kind} ${metadata?.name}`;

/** The module with the type of a resource; undefined if there is none. */
function moduleOf({ apiVersion, kind }) {
  const found = packages.find((name) =>
    existsSync(join(root, 'node_modules', name, String(apiVersion), `${kind}.d.ts`)),
  );
  return found && `${found}/${apiVersion}/${kind}`;
}

/** The source that gives a resource its type. */
const sourceOf = (resource) =>
  `import type { I${resource.kind} as Type } from '${moduleOf(resource)}';\n` +
  `export const resource: Type = ${JSON.stringify(resource, undefined, 2)};\n`;

/** The line of the source at which a fault is, without its indentation. */
function lineAt({ text }, position) {
  const end = text.indexOf('\n', position);
  return text.slice(text.lastIndexOf('\n', position) + 1, end < 0 ? undefined : end).trim();
}

/** The sources have no files: the compiler reads everything else from the disk. */
function compile(sources) {
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists, readFile } = host;
  host.fileExists = (file) => sources.has(file) || fileExists(file);
  host.readFile = (file) => sources.get(file) ?? readFile(file);
  host.getSourceFile = (file, ...rest) =>
    sources.has(file)
      ? ts.createSourceFile(file, sources.get(file), ts.ScriptTarget.ESNext)
      : getSourceFile(file, ...rest);
  const program = ts.createProgram([...sources.keys()], options, host);
  return [...sources.keys()].map((file) => program.getSemanticDiagnostics(program.getSourceFile(file)));
}

/** What is wrong in the resources according to their types. */
export function typeFaults(resources) {
  const typed = resources.filter(moduleOf);
  const unknown = resources
    .filter((resource) => !moduleOf(resource) && !untyped.includes(`${resource.apiVersion} ${resource.kind}`))
    .map((resource) => `${nameOf(resource)}: no such type`);
  const sources = new Map(typed.map((resource, at) => [join(root, `manifest-${at}.ts`), sourceOf(resource)]));
  const found = compile(sources).flatMap((diagnostics, at) =>
    diagnostics.map(({ file, start, messageText }) => {
      const message = ts.flattenDiagnosticMessageText(messageText, ' ').replace(/\s+/g, ' ');
      return `${nameOf(typed[at])}: ${lineAt(file, start)}: ${message}`;
    }),
  );
  return [...unknown, ...found];
}
