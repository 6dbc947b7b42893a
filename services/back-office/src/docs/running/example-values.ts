/** The reader's own token and ids in the code of a page. */
import type { ExampleConnection } from '@order-hub/shared/management/example-connections';

const codeBlock = /(^```[^]*?^```$)/m;
const tokens: readonly (readonly [RegExp, (token: string) => string])[] = [
  [/\$ACCESS_TOKEN\b/g, (token) => token],
  [/process\.env\.ACCESS_TOKEN\b!?/g, (token) => `'${token}'`],
  [/os\.environ\[["']ACCESS_TOKEN["']\]/g, (token) => `"${token}"`],
];

/** The ids that the examples leave to the reader, by the name of their parameter. */
export const exampleIds = ({ account_id, location_id, catalog_id, customer_list_id }: ExampleConnection) => ({
  ...{ account_id, location_id },
  ...(catalog_id !== null && { catalog_id }),
  ...(customer_list_id !== null && { customer_list_id }),
});

function filled(code: string, connection: ExampleConnection): string {
  const withToken = tokens.reduce(
    (text, [pattern, spelled]) => text.replaceAll(pattern, spelled(connection.access_token)),
    code,
  );
  const ids = Object.entries(exampleIds(connection));
  return ids.reduce(
    (text, [name, id]) => text.replaceAll(new RegExp(`\\b${name.toUpperCase()}\\b`, 'g'), id),
    withToken,
  );
}

/** Fills the token and the ids of a connection into the code of a Markdown text. */
export const withExampleValues = (markdown: string, connection: ExampleConnection): string =>
  markdown
    .split(codeBlock)
    .map((piece, index) => (index % 2 === 1 ? filled(piece, connection) : piece))
    .join('');
