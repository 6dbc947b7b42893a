/**
 * `npm run check -- kubernetes`: kubectl renders the overlays of deploy/kubernetes, as they are and with the components that
 * they leave out. With the Secrets that secrets.sh makes of a new .env, each built service accepts its settings. Every resource has its type (manifest-types.js). All names that the
 * manifests refer to exist: Secrets and their keys, ConfigMaps, ports, and Services in addresses. kubectl is that of KUBECTL, or
 * that on PATH. Without kubectl 1.27 or later this is skipped, and fails with CI=true.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { misspeltSettings } from '@order-hub/shared/config';
import { serviceNames } from '@order-hub/shared/neighbours';
import { parseAllDocuments, parseDocument } from 'yaml';
import { typeFaults } from './manifest-types.js';
import { root } from './workspaces.js';

const kubectl = process.env.KUBECTL || 'kubectl';
const folder = join(root, 'deploy/kubernetes');
const overlays = ['external', 'operators'];
/** Components that no overlay has. */
const leftOut = ['tracing', 'mail'];

function parsed(text) {
  const documents = parseAllDocuments(text);
  for (const { errors } of documents) if (errors.length > 0) throw errors[0];
  return documents.map((document) => document.toJS());
}

/** Runs a command. Returns what it prints on stdout, or undefined if there is no such command. */
function output(command, args) {
  try {
    return execFileSync(command, args, { encoding: 'utf8', maxBuffer: 16_777_216 });
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Runs `work` with the path of a folder that is deleted afterwards. */
function inNewFolder(work) {
  const temporary = mkdtempSync(join(tmpdir(), 'kubernetes-'));
  try {
    return work(temporary);
  } finally {
    rmSync(temporary, { recursive: true });
  }
}

const newSecrets = () =>
  inNewFolder((temporary) => {
    const file = join(temporary, 'hub.env');
    output('sh', [join(root, 'scripts/new-env.sh'), file]);
    return parsed(output('sh', [join(folder, 'secrets.sh'), file]));
  });

/** What kubectl renders of an overlay, with more components than it has: in a copy, because a component needs an overlay. */
const rendered = (overlay, components) =>
  inNewFolder((temporary) => {
    cpSync(folder, join(temporary, 'deploy/kubernetes'), { recursive: true });
    symlinkSync(join(root, 'packages'), join(temporary, 'packages'));
    const file = join(temporary, 'deploy/kubernetes/overlays', overlay, 'kustomization.yaml');
    const kustomization = parseDocument(readFileSync(file, 'utf8'));
    for (const name of components) kustomization.addIn(['components'], `../../components/${name}`);
    writeFileSync(file, String(kustomization));
    return output(kubectl, ['kustomize', dirname(file)]);
  });

const valuesOf = ({ kind, data = {}, stringData = {} }) => (kind === 'Secret' ? stringData : data);

/** Finds a Secret or ConfigMap among `resources`; notes a fault if there is none. */
function source(resources, kind, name, faults) {
  const found = resources.find((resource) => resource.kind === kind && resource.metadata.name === name);
  if (!found) faults.push(`there is no ${kind} ${name}`);
  return found ? valuesOf(found) : {};
}

/** The environment of a container: `env` wins over `envFrom`, as in Kubernetes. */
function environment({ env = [], envFrom = [] }, resources, faults) {
  const shared = envFrom.map(({ configMapRef, secretRef }) =>
    configMapRef
      ? source(resources, 'ConfigMap', configMapRef.name, faults)
      : source(resources, 'Secret', secretRef.name, faults),
  );
  const own = env.map(({ name, value, valueFrom }) => {
    if (value !== undefined) return [name, value];
    const { name: secret, key } = valueFrom.secretKeyRef;
    const found = source(resources, 'Secret', secret, faults)[key];
    if (found === undefined) faults.push(`the Secret ${secret} has no ${key}`);
    return [name, found];
  });
  return Object.assign({}, ...shared, Object.fromEntries(own));
}

function probeFaults({ ports = [], startupProbe, livenessProbe, readinessProbe }) {
  const names = ports.map(({ name }) => name);
  return [startupProbe, livenessProbe, readinessProbe]
    .filter((probe) => !names.includes(probe?.httpGet?.port))
    .map((probe) => `no port for the probe ${JSON.stringify(probe)}`);
}

/** Every container has a read-only file system, no capabilities, and no way to more rights. */
const securityFaults = (name, containers) =>
  containers
    .map(({ securityContext = {} }) => securityContext)
    .filter(
      ({ readOnlyRootFilesystem, allowPrivilegeEscalation, capabilities }) =>
        !(readOnlyRootFilesystem === true && allowPrivilegeEscalation === false && capabilities?.drop?.includes('ALL')),
    )
    .map(() => `a container of ${name} may do more than it needs`);

/** RabbitMQ as its operator runs it: its container, and the Secrets that are mounted there. */
function brokerFaults({ metadata, spec }, resources) {
  const { containers, volumes } = spec.override.statefulSet.spec.template.spec;
  const faults = securityFaults(metadata.name, containers);
  for (const { secret } of volumes) if (secret) source(resources, 'Secret', secret.secretName, faults);
  return faults;
}

/** A Service leads to a Deployment with the port that it names, and to nothing else. */
function targetFaults(service, workloads) {
  const isChosen = ({ spec }) =>
    Object.entries(service.spec.selector).every(([label, value]) => spec.template.metadata.labels?.[label] === value);
  const chosen = workloads.filter(isChosen);
  const ports = chosen[0]?.spec.template.spec.containers[0].ports ?? [];
  const missing = service.spec.ports.filter(({ targetPort }) => !ports.some(({ name }) => name === targetPort));
  const faults = missing.map(({ targetPort }) => `the Service ${service.metadata.name} finds no port ${targetPort}`);
  return chosen.length === 1 ? faults : [`the Service ${service.metadata.name} finds ${chosen.length} workloads`];
}

const addressFaults = (env, services) =>
  serviceNames
    .map((name) => env[`${name.toUpperCase().replaceAll('-', '_')}_URL`])
    .map((url) => new URL(url))
    .filter(
      ({ hostname, port }) =>
        !services.some(
          ({ metadata, spec }) => metadata.name === hostname && spec.ports.some((own) => String(own.port) === port),
        ),
    )
    .map((url) => `no Service has the address ${url.href}`);

async function serviceFaults(name, resources, services) {
  const deployment = resources.find(({ kind, metadata }) => kind === 'Deployment' && metadata.name === name);
  if (!deployment) return [`there is no Deployment ${name}`];
  const [container] = deployment.spec.template.spec.containers;
  const faults = probeFaults(container);
  const env = environment(container, resources, faults);
  const { settings, readConfig } = await import(`../services/${name}/dist/src/config.js`);
  try {
    readConfig(env);
  } catch (error) {
    faults.push(error.message);
  }
  return [...faults, ...misspeltSettings(Object.keys(settings), env), ...addressFaults(env, services)];
}

/** `others`: resources that are no part of the overlay. */
async function overlayFaults(text, others) {
  const resources = [...parsed(text), ...others];
  const services = resources.filter(({ kind }) => kind === 'Service');
  const workloads = resources.filter(({ kind }) => kind === 'Deployment' || kind === 'Job');
  const faults = [...typeFaults(resources), ...services.flatMap((service) => targetFaults(service, workloads))];
  for (const job of workloads.filter(({ kind }) => kind === 'Job'))
    environment(job.spec.template.spec.containers[0], resources, faults);
  for (const { metadata, spec } of workloads)
    faults.push(...securityFaults(metadata.name, spec.template.spec.containers));
  for (const broker of resources.filter(({ kind }) => kind === 'RabbitmqCluster'))
    faults.push(...brokerFaults(broker, resources));
  for (const name of serviceNames) {
    const own = await serviceFaults(name, resources, services);
    faults.push(...own.map((fault) => `${name}: ${fault}`));
  }
  return faults;
}

/** Older ones know no components, or render other labels. */
const isInstalled = Number(output(kubectl, ['version', '--client'])?.match(/Kustomize Version: v(\d+)/)?.[1]) >= 5;
if (!isInstalled) {
  console.log(`${process.env.CI === 'true' ? 'failed' : 'skipped'}: there is no kubectl 1.27 or later`);
  if (process.env.CI === 'true') process.exitCode = 1;
}

const rule = parsed(output('sh', [join(folder, 'components/monitoring/prometheus-rule.sh')]));
const others = [...newSecrets(), ...rule];
const variants = overlays.flatMap((overlay) => [[], leftOut].map((components) => ({ overlay, components })));
for (const { overlay, components } of isInstalled ? variants : []) {
  const faults = await overlayFaults(rendered(overlay, components), others);
  for (const fault of faults) console.error(`overlay ${[overlay, ...components].join(' with ')}: ${fault}`);
  if (faults.length > 0) process.exitCode = 1;
}
