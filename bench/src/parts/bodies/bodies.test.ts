/** Every declared body has limits, and wrong ones get brief answers (docs/api/limits.md). `npm run bench` measures their cost. */
import { describe, expect, test } from '@jest/globals';
import { jsonSchema, type Components, type Json } from '@order-hub/shared/json-schema';
import { sized } from '@order-hub/testing/extent';
import { answerTo } from './body-costs.ts';
import { largestBodies, worstBodies } from './body-samples.ts';
import { endpointsWithBody, nameOf } from './declared-endpoints.ts';

const endpoints = (await endpointsWithBody()).map((endpoint) => [nameOf(endpoint), endpoint] as const);
const answerBytesMax = 65_536;

/** The places of a schema whose texts, arrays or maps have no limit. */
function unlimited(schema: Json, place: string): string[] {
  const { type, maxLength, maxItems, maxProperties, properties = {}, items, additionalProperties: rest } = schema;
  const parts = [...((schema['anyOf'] ?? schema['oneOf'] ?? []) as Json[])];
  const lacks =
    (type === 'string' && !schema['enum'] && !schema['const'] && maxLength === undefined) ||
    (type === 'array' && maxItems === undefined) ||
    (type === 'object' && rest && maxProperties === undefined && !schema['x-max-bytes']) ||
    (type === undefined && parts.length === 0 && !schema['$ref']);
  return [
    ...(lacks ? [place] : []),
    ...parts.flatMap((part) => unlimited(part, place)),
    ...Object.entries(properties as Json).flatMap(([name, part]) => unlimited(part as Json, `${place}.${name}`)),
    ...(items ? unlimited(items as Json, `${place}.0`) : []),
    ...(rest && !schema['x-max-bytes'] ? unlimited(rest as Json, `${place}.*`) : []),
  ];
}

test('there are endpoints', () => expect(endpoints.length).toBeGreaterThan(8));

describe.each(endpoints)('%s', (_, endpoint) => {
  test('every text, array and map of its body has a limit', () => {
    const components: Components = {};
    const schema = endpoint.body ? jsonSchema(endpoint.body, 'input', components) : {};
    const named = Object.entries(components).flatMap(([name, component]) => unlimited(component, name));
    expect([...unlimited(schema, 'body'), ...named]).toEqual([]);
  });
});

/** Bodies of megabytes: a few of the endpoints show the mechanism, which is the same for all. */
const sampled = endpoints.filter((_, index) => index % sized(8, 1) === 0);

describe.each(sampled)('%s', (_, endpoint) => {
  test('takes its largest valid bodies', () => {
    const bodies = Object.entries(largestBodies(endpoint, endpoint.bodyBytesMax));
    const answers = bodies.map(([kind, bytes]) => [kind, answerTo(endpoint, bytes).status]);
    expect(answers).toEqual(bodies.map(([kind]) => [kind, 200]));
  });

  test('answers its worst bodies briefly', () => {
    for (const [kind, bytes] of Object.entries(worstBodies(endpoint, endpoint.bodyBytesMax))) {
      const { answerBytes } = answerTo(endpoint, bytes);
      expect([kind, answerBytes < answerBytesMax, answerBytes]).toEqual([kind, true, expect.any(Number)]);
    }
  });
});
