import { execFileSync } from 'node:child_process';
import { expect, test } from '@jest/globals';
import type { ApiDocument, Call } from '../api-document.ts';
import { curlExample } from './curl-example.ts';
import { exampleRequest } from './example-request.ts';
import { pythonExample } from './python-example.ts';
import { typescriptExample } from './typescript-example.ts';

const document: ApiDocument = {
  info: { title: 'API' },
  servers: [{ url: '/v1' }],
  tags: [],
  security: [{ access_token: [] }],
  paths: {},
  components: {
    schemas: {},
    responses: {},
    parameters: {},
    securitySchemes: { access_token: { type: 'apiKey' }, client: { type: 'http', scheme: 'basic' } },
  },
};

const operation = { operationId: 'createNote', summary: 'Create a note', responses: {} };
const request = (call: Partial<Call>) =>
  exampleRequest(document, { method: 'POST', path: '/notes', operation, ...call }, 'https://hub.example');
const withBody = (type: string, value: unknown) => ({
  operation: { ...operation, requestBody: { content: { [type]: { examples: { first: { value } } } } } },
});

const awkward = { text: `it's "so" \\ true`, yes: true, no: false, none: null, list: ['null', 1.5] };

test('the shell passes a body on as it is', () => {
  const command = curlExample(request(withBody('application/json', awkward)));
  const printed = execFileSync('bash', ['-c', `curl() { printf '%s\\n' "\${@: -1}"; }\n${command}`], {
    encoding: 'utf8',
  });
  expect(JSON.parse(printed)).toEqual(awkward);
});

test('Python has its own words for true, false and null, but not in texts', () => {
  const example = pythonExample(request(withBody('application/json', { ...awkward, text: 'true or null' })));
  for (const part of ['"yes": True', '"no": False', '"none": None', '"null"', '"true or null"']) {
    expect(example).toContain(part);
  }
});

test('ids are for the reader to fill in, and the short path needs none', () => {
  expect(request({ path: '/catalogs/{catalog_id}' }).url).toBe('https://hub.example/v1/catalogs/CATALOG_ID');
  expect(request({ path: '/locations/{location_id}/notes', shortPath: '/location/notes' }).url).toBe(
    'https://hub.example/v1/location/notes',
  );
});

test('a GET has neither method nor body', () => {
  const get = request({ method: 'GET' });
  expect(curlExample(get)).toBe(`curl 'https://hub.example/v1/notes' \\\n  -H "X-Access-Token: $ACCESS_TOKEN"`);
  expect(typescriptExample(get)).not.toMatch(/method|body/);
  expect(pythonExample(get)).toContain('requests.get(');
});

test('a client sends its secret and a form, a picture is a file, and anyone needs no token', () => {
  const form = withBody('application/x-www-form-urlencoded', { code: 'CODE' });
  const token = request({
    operation: { ...form.operation, security: [{ client: [] }], servers: [{ url: 'https://hub.example/oauth2/v1' }] },
  });
  expect(token.url).toBe('https://hub.example/oauth2/v1/notes');
  expect(curlExample(token)).toContain(`-u "$CLIENT_ID:$CLIENT_SECRET" \\\n  --data-urlencode 'code=CODE'`);
  expect(pythonExample(token)).toContain('data={');
  expect(typescriptExample(token)).toContain('new URLSearchParams(');
  const picture = request(withBody('image/jpeg', null));
  expect(curlExample(picture)).toContain("--data-binary '@photo.jpeg'");
  expect(pythonExample(picture)).toContain('"Content-Type": "image/jpeg"');
  expect(curlExample(request({ operation: { ...operation, security: [] } }))).not.toContain('Token');
});
