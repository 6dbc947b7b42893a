import { indented, type ExampleRequest } from './example-request.ts';

const words = new Map([
  ['true', 'True'],
  ['false', 'False'],
  ['null', 'None'],
]);

/** A JSON value in Python: only three words differ. */
const literal = (value: unknown) =>
  JSON.stringify(value, null, 4).replaceAll(
    /("(?:[^"\\]|\\.)*")|\b(?:true|false|null)\b/g,
    (found, text?: string) => text ?? words.get(found) ?? found,
  );

const senders = {
  connection: ['headers={"X-Access-Token": os.environ["ACCESS_TOKEN"]}'],
  client: ['auth=(os.environ["CLIENT_ID"], os.environ["CLIENT_SECRET"])'],
  anyone: [],
};

function bodyArguments({ type, json, file }: ExampleRequest): string[] {
  if (type === undefined) return [];
  if (file !== undefined) return [`data=open(${JSON.stringify(file)}, "rb")`];
  return [`${type.includes('form') ? 'data' : 'json'}=${indented(literal(json), 4)}`];
}

const headersWithType = ({ type = '' }: ExampleRequest) =>
  `headers={"X-Access-Token": os.environ["ACCESS_TOKEN"], "Content-Type": ${JSON.stringify(type)}}`;

/** The request in Python with the package requests. The token is in the variable ACCESS_TOKEN of the environment. */
export function pythonExample(request: ExampleRequest): string {
  const { method, url, sender, file } = request;
  const from = file !== undefined && sender === 'connection' ? [headersWithType(request)] : senders[sender];
  const given = [JSON.stringify(url), ...from, ...bodyArguments(request)];
  return [
    ...(sender === 'anyone' ? ['import requests'] : ['import os', 'import requests']),
    '',
    `response = requests.${method.toLowerCase()}(`,
    ...given.map((argument) => `    ${argument},`),
    ')',
    'response.raise_for_status()',
    'print(response.json())',
  ].join('\n');
}
