/** An operation of the API in Markdown: who may call it, what it takes, what it answers, and how it is called. */
import { withGuideLinks } from '../doc-links.ts';
import { resolved, type ApiDocument, type Call, type Parameter, type Response } from './api-document.ts';
import { curlExample } from './examples/curl-example.ts';
import { exampleRequest } from './examples/example-request.ts';
import { pythonExample } from './examples/python-example.ts';
import { typescriptExample } from './examples/typescript-example.ts';
import { fieldType, row, table } from './field-type.ts';

/** The document, and where browsers and clients reach the hub. */
export type Source = { document: ApiDocument; publicUrl: string };

const fenced = (info: string, text: string) => `\`\`\`${info}\n${text}\n\`\`\``;

/** Its paths below the root of the API. */
function pathsOf({ method, path, shortPath }: Call): string {
  const short = shortPath === undefined ? '' : `, in short \`${method} ${shortPath}\``;
  return `\`${method} ${path}\`${short}`;
}

function guideOf({ operation: { externalDocs } }: Call): string {
  if (!externalDocs) return '';
  const { description = 'the guide', url } = externalDocs;
  return withGuideLinks(`[${description}](${url})`);
}

function parametersOf({ components }: ApiDocument, { operation: { parameters = [] } }: Call): string {
  const rows = parameters.map((listed) => {
    const {
      name,
      in: place,
      required,
      description = '',
      schema = {},
    } = resolved<Parameter>(listed, components.parameters);
    return row(`\`${name}\``, place, fieldType(schema), required === true ? 'yes' : '', withGuideLinks(description));
  });
  return table(['Parameter', 'In', 'Type', 'Required', 'Meaning'], rows);
}

function bodyOf({ operation: { requestBody } }: Call): string {
  if (!requestBody) return '';
  const types = Object.entries(requestBody.content).map(
    ([type, { schema }]) => `\`${type}\`${schema?.$ref === undefined ? '' : `: ${fieldType(schema)}`}`,
  );
  return `Body: ${types.join(', ')}`;
}

/** The examples beside the first one, which the requests show. */
function furtherBodies({ operation: { requestBody } }: Call): string[] {
  const bodies = Object.values(requestBody?.content ?? {}).flatMap(({ examples = {} }) => Object.entries(examples));
  return bodies.slice(1).map(([name, { value }]) => fenced(`json Body: ${name}`, JSON.stringify(value, null, 2)));
}

/** A success says what it returns. The errors are the same for all operations, and have a page of their own. */
function responsesOf({ components }: ApiDocument, { operation: { responses } }: Call): string {
  const statuses = Object.keys(responses);
  const [errors, others] = [
    statuses.filter((status) => /^[45]\d\d$/.test(status)),
    statuses.filter((status) => !/^[45]\d\d$/.test(status)),
  ];
  const rows = others.map((status) => {
    const { description, content = {} } = resolved<Response>(
      responses[status] ?? { description: '' },
      components.responses,
    );
    const [body] = Object.values(content);
    return row(status, withGuideLinks(description), body?.schema ? fieldType(body.schema) : '');
  });
  const numbers = errors.map((status) => `\`${status}\``).join(', ');
  const faults = errors.length === 0 ? '' : `Errors: ${numbers}: see [errors](/docs/errors.md).`;
  return [table(['Status', 'Meaning', 'Body'], rows), faults].filter(Boolean).join('\n\n');
}

/** An operation that clients call. */
export function operationText({ document, publicUrl }: Source, call: Call): string {
  const { summary, description = '' } = call.operation;
  const request = exampleRequest(document, call, publicUrl);
  return [
    `## ${summary}`,
    pathsOf(call),
    withGuideLinks(description),
    guideOf(call),
    parametersOf(document, call),
    bodyOf(call),
    fenced('sh curl', curlExample(request)),
    fenced('ts TypeScript', typescriptExample(request)),
    fenced('py Python', pythonExample(request)),
    ...furtherBodies(call),
    responsesOf(document, call),
  ]
    .filter(Boolean)
    .join('\n\n');
}

/** What the hub sends to a client. */
export const webhookText = ({ document }: Source, call: Call): string =>
  [
    `## ${call.operation.summary}`,
    withGuideLinks(call.operation.description ?? ''),
    guideOf(call),
    parametersOf(document, call),
    bodyOf(call),
    responsesOf(document, call),
  ]
    .filter(Boolean)
    .join('\n\n');
