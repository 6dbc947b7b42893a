/**
 * `npm run check -- bodies`: every declared body has limits, takes its largest valid bodies, and answers wrong ones briefly
 * (docs/api/limits.md). With `TEST_EXTENT=wide` for all endpoints and at full size. `npm run bench` measures what bodies cost.
 */
import { jsonSchema } from '@order-hub/shared/json-schema';
import { sized } from '@order-hub/testing/extent';
import { answerTo } from '../bench/dist/src/parts/bodies/body-costs.js';
import { largestBodies, worstBodies } from '../bench/dist/src/parts/bodies/body-samples.js';
import { endpointsWithBody, nameOf } from '../bench/dist/src/parts/bodies/declared-endpoints.js';

const answerBytesMax = 65_536;

/** Whether a schema lacks a limit of its own. */
function isUnlimited(schema, alternatives) {
  const { type, maxLength, maxItems, maxProperties, additionalProperties: rest } = schema;
  if (type === 'string') return !schema.enum && !schema.const && maxLength === undefined;
  if (type === 'array') return maxItems === undefined;
  if (type === 'object') return Boolean(rest) && maxProperties === undefined && !schema['x-max-bytes'];
  return type === undefined && alternatives.length === 0 && !schema.$ref;
}

/** The places of a schema whose texts, arrays or maps have no limit. */
function unlimited(schema, place) {
  const { properties = {}, items, additionalProperties: rest } = schema;
  const alternatives = schema.anyOf ?? schema.oneOf ?? [];
  return [
    ...(isUnlimited(schema, alternatives) ? [place] : []),
    ...alternatives.flatMap((part) => unlimited(part, place)),
    ...Object.entries(properties).flatMap(([name, part]) => unlimited(part, `${place}.${name}`)),
    ...(items ? unlimited(items, `${place}.0`) : []),
    ...(rest && !schema['x-max-bytes'] ? unlimited(rest, `${place}.*`) : []),
  ];
}

function limitFaults({ body }) {
  const components = {};
  const schema = jsonSchema(body, 'input', components);
  const named = Object.entries(components).flatMap(([name, component]) => unlimited(component, name));
  return [...unlimited(schema, 'body'), ...named].map((place) => `${place} has no limit`);
}

/** A quarter of a megabyte has room for more faults than an answer may name. */
const bytesOf = ({ bodyBytesMax }) => Math.min(bodyBytesMax, sized(262_144, Infinity));

function answerFaults(endpoint) {
  const bytes = bytesOf(endpoint);
  const refused = Object.entries(largestBodies(endpoint, bytes))
    .map(([kind, body]) => [kind, answerTo(endpoint, body).status])
    .filter(([, status]) => status !== 200)
    .map(([kind, status]) => `answers its largest body of ${kind} with ${status}`);
  const long = Object.entries(worstBodies(endpoint, bytes))
    .map(([kind, body]) => [kind, answerTo(endpoint, body).answerBytes])
    .filter(([, answerBytes]) => answerBytes >= answerBytesMax)
    .map(([kind, answerBytes]) => `answers a body of ${kind} with ${answerBytes} bytes`);
  return [...refused, ...long];
}

const endpoints = await endpointsWithBody();
if (endpoints.length === 0) throw new Error('There are no endpoints with a body');
// Some of the endpoints show the mechanism, which is the same for all.
const sampled = endpoints.filter((_, index) => index % sized(8, 1) === 0);
const faultsOf = (list, find) => list.flatMap((one) => find(one).map((fault) => `${nameOf(one)}: ${fault}`));
const faults = [...faultsOf(endpoints, limitFaults), ...faultsOf(sampled, answerFaults)];
for (const fault of faults) console.error(fault);
// The modules of the services have timers.
process.exit(faults.length > 0 ? 1 : 0);
