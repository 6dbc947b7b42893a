import type { ExampleRequest } from './example-request.ts';

const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

const senders = {
  connection: ['-H "X-Access-Token: $ACCESS_TOKEN"'],
  client: ['-u "$CLIENT_ID:$CLIENT_SECRET"'],
  anyone: [],
};

function bodyOptions({ type, json, file }: ExampleRequest): string[] {
  if (type === undefined) return [];
  const header = `-H ${quoted(`Content-Type: ${type}`)}`;
  if (file !== undefined) return [header, `--data-binary ${quoted(`@${file}`)}`];
  if (type.includes('form')) {
    return Object.entries(json as Record<string, unknown>).map(
      ([name, value]) => `--data-urlencode ${quoted(`${name}=${String(value)}`)}`,
    );
  }
  return [header, `-d ${quoted(JSON.stringify(json, null, 2))}`];
}

/** The request as a command line. The token is in the variable ACCESS_TOKEN. */
export function curlExample(request: ExampleRequest): string {
  const { method, url, sender } = request;
  const verb = method === 'GET' ? '' : `-X ${method} `;
  return [`curl ${verb}${quoted(url)}`, ...senders[sender], ...bodyOptions(request)].join(' \\\n  ');
}
