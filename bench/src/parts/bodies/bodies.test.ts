/** Every declared body has limits, and an invalid one costs no more than a valid one (docs/api/limits.md). */
import { describe, expect, test } from '@jest/globals';
import { jsonSchema, type Components, type Json } from '@order-hub/shared/json-schema';
import { costOf, doubling, smallerPart } from './body-costs.ts';
import { largestBodies, worstBodies } from './body-samples.ts';
import { endpointsWithBody, nameOf } from './declared-endpoints.ts';

const endpoints = (await endpointsWithBody()).map((endpoint) => [nameOf(endpoint), endpoint] as const);
const answerBytesMax = 65_536;
/** Proportional work measures about 2, quadratic work 4. */
const doublingMax = 2.5;

/** The paths of a schema's texts, arrays and maps that have no limit. */
function unlimited(schema: Json, path: string): string[] {
  const { type, maxLength, maxItems, maxProperties, properties = {}, items, additionalProperties: rest } = schema;
  const parts = [...((schema['anyOf'] ?? schema['oneOf'] ?? []) as Json[])];
  const lacks =
    (type === 'string' && !schema['enum'] && !schema['const'] && maxLength === undefined) ||
    (type === 'array' && maxItems === undefined) ||
    (type === 'object' && rest && maxProperties === undefined && !schema['x-max-bytes']) ||
    (type === undefined && parts.length === 0 && !schema['$ref']);
  return [
    ...(lacks ? [path] : []),
    ...parts.flatMap((part) => unlimited(part, path)),
    ...Object.entries(properties as Json).flatMap(([name, part]) => unlimited(part as Json, `${path}.${name}`)),
    ...(items ? unlimited(items as Json, `${path}.0`) : []),
    ...(rest && !schema['x-max-bytes'] ? unlimited(rest as Json, `${path}.*`) : []),
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

  test('accepts its largest valid bodies, and twice the size costs about twice as much', () => {
    const bytes = endpoint.bodyBytesMax;
    const smaller = largestBodies(endpoint, bytes * smallerPart);
    for (const [kind, value] of Object.entries(largestBodies(endpoint, bytes))) {
      const [whole, before] = [costOf(endpoint, value), costOf(endpoint, smaller[kind] ?? Buffer.of())];
      expect([kind, whole.status]).toEqual([kind, 200]);
      expect([kind, doubling(before, whole) < doublingMax]).toEqual([kind, true]);
    }
  });

  test('answers its worst bodies briefly, and twice the size costs about twice as much', () => {
    const bytes = endpoint.bodyBytesMax;
    const smaller = worstBodies(endpoint, bytes * smallerPart);
    for (const [kind, value] of Object.entries(worstBodies(endpoint, bytes))) {
      const [whole, before] = [costOf(endpoint, value), costOf(endpoint, smaller[kind] ?? Buffer.of())];
      expect([kind, whole.answerBytes < answerBytesMax, whole.answerBytes]).toEqual([kind, true, expect.any(Number)]);
      expect([kind, doubling(before, whole) < doublingMax]).toEqual([kind, true]);
    }
  });
});
