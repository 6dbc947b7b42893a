/** A request of the reference's examples. Values that the reader has to fill in are in capitals, such as `CATALOG_ID`. */
import type { ApiDocument, Body, Call } from '../api-document.ts';

/** Who the request comes from: a connection, a client with its secret, or anyone. */
export type Sender = 'connection' | 'client' | 'anyone';

/** `body`: a JSON value, a form, or the name of a file; undefined without a body. */
export type ExampleRequest = {
  method: string;
  url: string;
  sender: Sender;
  type: string | undefined;
  json: unknown;
  file: string | undefined;
};

/** The short path needs no id of the reader's own location or account. */
const fillIn = (path: string) => path.replaceAll(/\{([^}]+)\}/g, (_whole, name: string) => name.toUpperCase());

function senderOf({ security = [], components }: ApiDocument, { operation }: Call): Sender {
  const names = Object.keys((operation.security ?? security)[0] ?? {});
  if (names.length === 0) return 'anyone';
  const schemes = names.map((name) => components.securitySchemes?.[name]?.scheme);
  return schemes.includes('basic') ? 'client' : 'connection';
}

/** The first example of a body. */
export const firstExample = ({ example, examples = {} }: Body): unknown =>
  example ?? Object.values(examples)[0]?.value ?? {};

function bodyOf({ operation: { requestBody } }: Call): Pick<ExampleRequest, 'type' | 'json' | 'file'> {
  const contents = Object.entries(requestBody?.content ?? {});
  const [type, body] = contents.find(([name]) => /json|form/.test(name)) ?? contents[0] ?? [];
  if (type === undefined || !body) return { type: undefined, json: undefined, file: undefined };
  if (/json|form/.test(type)) return { type, json: firstExample(body), file: undefined };
  return { type, json: undefined, file: `photo.${type.slice(type.indexOf('/') + 1)}` };
}

/** The root of an operation's address. The document may name it relative to the hub. */
function rootOf({ servers }: ApiDocument, { operation }: Call, publicUrl: string): string {
  const { url } = operation.servers?.[0] ?? servers[0] ?? { url: '/v1' };
  return new URL(url, publicUrl).href.replace(/\/$/, '');
}

/** The example request of an operation, on the hub at `publicUrl`. */
export const exampleRequest = (document: ApiDocument, call: Call, publicUrl: string): ExampleRequest => ({
  method: call.method,
  url: rootOf(document, call, publicUrl) + fillIn(call.shortPath ?? call.path),
  sender: senderOf(document, call),
  ...bodyOf(call),
});

/** A JSON value as a literal, on lines that are indented by `spaces` after the first. */
export const indented = (text: string, spaces: number) => text.replaceAll('\n', `\n${' '.repeat(spaces)}`);
