import { expect, test } from '@jest/globals';
import { htmlAddress, withGuideLinks, withSiteLinks } from './doc-links.ts';

test.each([
  ['docs/api/orders.md', '[a](deliveries.md#create)', '[a](/docs/deliveries.md#create)'],
  ['docs/api/orders.md', '[a](#create)', '[a](#create)'],
  ['docs/api/orders.md', '[a](README.md)', '[a](/docs.md)'],
  ['docs/api/orders.md', '[a](../glossary.md)', '[a](/docs/glossary.md)'],
  ['docs/api/orders.md', '[a](../openapi.json)', '[a](/v1/openapi.json)'],
  ['docs/api/orders.md', '[a](https://www.rfc-editor.org/)', '[a](https://www.rfc-editor.org/)'],
  [
    'docs/quickstarts/till.md',
    '[a](../api/events.md#states), [b](website.md)',
    '[a](/docs/events.md#states), [b](/docs/quickstarts/website.md)',
  ],
  ['docs/api/orders.md', 'the [records](../decisions) say', 'the records say'],
  ['docs/glossary.md', '[a](api/README.md)', '[a](/docs.md)'],
])('a link in %s: %s', (file, markdown, expected) => expect(withSiteLinks(file, markdown)).toBe(expected));

test('code is left alone', () => {
  const code = '```js\ncalls[0](events.md)\n```';
  expect(withSiteLinks('docs/api/orders.md', `${code}\n\n[a](events.md)`)).toBe(`${code}\n\n[a](/docs/events.md)`);
});

test('citations of the guide become links', () => {
  expect(withGuideLinks('A map ([deal lines](api/orders.md#deal-lines)).')).toBe(
    'A map ([deal lines](/docs/orders.md#deal-lines)).',
  );
  expect(withGuideLinks('Begin with the [guide](api/README.md).')).toBe('Begin with the [guide](/docs.md).');
});

test.each([
  ['/docs/orders.md#create', '/docs/orders#create'],
  ['/docs/schemas/Order.md', '/docs/schemas/Order'],
  ['/docs.md', '/docs'],
  ['/v1/openapi.json', '/v1/openapi.json'],
  ['https://example.com/docs/a.md', 'https://example.com/docs/a.md'],
])('the page of %s', (address, expected) => expect(htmlAddress(address)).toBe(expected));
