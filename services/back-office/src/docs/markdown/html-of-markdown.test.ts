import { expect, test } from '@jest/globals';
import { htmlOfMarkdown } from './html-of-markdown.ts';
import { sectionsOf } from './sections.ts';

const html = (markdown: string) => htmlOfMarkdown(markdown).html.trim();

test('headings have the anchors that the search leads to', () => {
  const markdown =
    '# Orders\n\nFirst.\n\n## Create\n\na\n\n## `status` & more\n\nb\n\n## Create\n\n| a | b |\n| --- | --- |\n| [c](d.md) | e |\n';
  const anchors = htmlOfMarkdown(markdown).headings.map(({ id }) => id);
  expect(anchors).toEqual(['orders', 'create', 'status--more', 'create-1']);
  expect(sectionsOf(markdown)).toEqual([
    { id: '', heading: 'Orders', text: 'First.', prose: 'First.' },
    { id: 'create', heading: 'Create', text: 'a', prose: 'a' },
    { id: 'status--more', heading: 'status & more', text: 'b', prose: 'b' },
    { id: 'create-1', heading: 'Create', text: 'a b c e', prose: '' },
  ]);
});

test('tags are texts', () => {
  expect(html('Send <order_id> and <script>alert(1)</script>')).toBe(
    '<p>Send &lt;order_id&gt; and &lt;script&gt;alert(1)&lt;/script&gt;</p>',
  );
  expect(html('<b>\n\nx')).not.toContain('<b>');
  expect(html('```\n<b> & "c"\n```')).toContain('&lt;b&gt; &amp; &quot;c&quot;');
});

test('code with a title is folded, except a command line', () => {
  expect(html('```ts TypeScript\na\n```')).toBe(
    '<details class="example"><summary>TypeScript</summary><pre tabindex="0"><code>a</code></pre>\n</details>',
  );
  expect(html('```sh curl\na\n```')).toContain('<details class="example" open>');
  expect(html('```sh\na\n```')).toBe('<pre tabindex="0"><code>a</code></pre>');
});

test('each table has a label of its own, and each cell its head', () => {
  const table = '| `a` | b |\n| --- | --- |\n| 1 | 2 |';
  const text = html(`# T\n\n## Fields\n\n${table}\n\n${table}`);
  expect([...text.matchAll(/aria-label="([^"]+)"/g)].map(([, label]) => label)).toEqual(['Fields', 'Fields, table 2']);
  expect(text).toContain('<td data-head="a">1</td>');
});

test('links lead to pages, not to their Markdown', () => {
  expect(html('[a](/docs/orders.md#create)')).toBe('<p><a href="/docs/orders#create">a</a></p>');
});
