import { indented, type ExampleRequest } from './example-request.ts';

const quoted = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

const basic = "`Basic ${Buffer.from(`${process.env.CLIENT_ID}:${process.env.CLIENT_SECRET}`).toString('base64')}`";
const senders = {
  connection: ["'X-Access-Token': process.env.ACCESS_TOKEN!"],
  client: [`Authorization: ${basic}`],
  anyone: [],
};

function bodyText({ type = '', json, file }: ExampleRequest): string {
  if (file !== undefined) return `await readFile(${quoted(file)})`;
  const literal = indented(JSON.stringify(json, null, 2), 2);
  return type.includes('form') ? `new URLSearchParams(${literal})` : `JSON.stringify(${literal})`;
}

function optionsOf(request: ExampleRequest): string[] {
  const { method, sender, type } = request;
  const headers = [...senders[sender], ...(type === undefined ? [] : [`'Content-Type': ${quoted(type)}`])];
  return [
    ...(method === 'GET' ? [] : [`method: ${quoted(method)},`]),
    ...(headers.length === 0 ? [] : [`headers: { ${headers.join(', ')} },`]),
    ...(type === undefined ? [] : [`body: ${bodyText(request)},`]),
  ];
}

/** The request in TypeScript, with what Node has. The token is in the variable ACCESS_TOKEN of the environment. */
export function typescriptExample(request: ExampleRequest): string {
  const lines = optionsOf(request).map((line) => `  ${line}`);
  return [
    ...(request.file === undefined ? [] : ["import { readFile } from 'node:fs/promises';", '']),
    lines.length === 0
      ? `const response = await fetch(${quoted(request.url)});`
      : `const response = await fetch(${quoted(request.url)}, {`,
    ...(lines.length === 0 ? [] : [...lines, '});']),
    'if (!response.ok) throw new Error(await response.text());',
    'console.log(await response.json());',
  ].join('\n');
}
