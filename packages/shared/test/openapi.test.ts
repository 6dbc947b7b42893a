/** The API document is made from the declarations, and refused when a declaration lacks something. */
import { expect, test } from '@jest/globals';
import { z } from 'zod';
import { endpoint, emptyView } from '../src/http/endpoint.ts';
import { openApiDocument } from '../src/openapi/document.ts';

type Operation = { operationId: string; responses: Record<string, unknown>; description: string };
type Document = { paths: Record<string, Record<string, Operation>>; components: { schemas: Record<string, unknown> } };

const described = {
  summary: 'Change a thing',
  name: 'updateThing',
  tag: 'Orders',
  description: 'Changes the thing.',
  guide: 'docs/api/orders.md#update',
} as const;

const updateThing = (name: z.ZodType, texts: Partial<typeof described> = described) =>
  endpoint('PATCH /locations/:location_id/things/:thing_id', {
    ...texts,
    summary: 'Change a thing',
    needs: 'orders.write',
    access: ['location', 'account'],
    alias: 'PUT',
    body: z.object({ name }).meta({ id: 'ThingUpdate', description: 'A thing.' }),
    examples: { rename: { name: 'b' } },
    reply: emptyView,
    handle: () => ({}),
  });

const documentOf = (declared: ReturnType<typeof updateThing>) => openApiDocument([declared], {}) as unknown as Document;

test('an endpoint is documented by its path and its short path, with its possible errors', () => {
  const { paths } = documentOf(updateThing(z.string().describe('Its name.')));
  const long = paths['/locations/{location_id}/things/{thing_id}']?.['patch'];
  const short = paths['/location/things/{thing_id}']?.['patch'];
  expect([long?.operationId, short?.operationId]).toEqual(['updateThing', 'updateThingByShortPath']);
  expect(Object.keys(long?.responses ?? {}).join()).toBe('200,400,401,403,404,409,413,415,422,429,500,503,504');
  expect(short?.description).toBe(
    'Changes the thing. PUT does the same. For connections that are bound to a location. Needs `orders.write`.',
  );
});

test('a schema is shown as its `documentedAs`', () => {
  const text = z.string().describe('Its name.');
  const { components } = documentOf(updateThing(z.unknown().meta({ documentedAs: text })));
  expect(components.schemas['ThingUpdate']).toMatchObject({ properties: { name: { type: 'string' } } });
});

test('a property without a description is refused, by its path', () => {
  expect(() => documentOf(updateThing(z.string()))).toThrow('schemas.ThingUpdate.name');
});

test('an incomplete declaration is refused, with what it lacks', () => {
  const { guide: _guide, name: _name, ...texts } = described;
  expect(() => documentOf(updateThing(z.string().describe('Its name.'), texts))).toThrow('lacks name, guide');
});
