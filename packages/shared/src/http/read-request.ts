/** Reads and validates the query and the body of a request. */
import type { Request } from 'express';
import type { z } from 'zod';
import { byteTypesOf, type ReadBytes } from './byte-body.ts';
import type { Endpoint } from './endpoint.ts';
import {
  ApiError,
  badRequest,
  invalidFields,
  payloadTooLarge,
  unsupportedMediaType,
  type FieldError,
} from '../values/errors.ts';
import { isFormType, parseForm, takesForms } from './form-body.ts';
import { assertFewContainers, assertStorable } from '../values/json.ts';

/** The faults that a schema reported. */
export const fieldErrors = (error: z.ZodError): FieldError[] =>
  error.issues.map(({ path, message }) => ({ field: path.join('.'), message: lowerFirst(message) }));

const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);

const pageParameters = ['count', 'cursor'];

/** The query parameters. Throws 400 for a repeated parameter, which is ambiguous, and for U+0000. */
function queryParameters(req: Request): Record<string, string> {
  const start = req.url.indexOf('?');
  const text = start < 0 ? '' : req.url.slice(start + 1);
  const parameters: Record<string, string> = Object.create(null) as Record<string, string>;
  for (const [name, value] of new URLSearchParams(text)) {
    if (name in parameters) throw badRequest(`The query parameter ${name} is given twice`);
    if (value.includes('\u0000')) throw badRequest(`The query parameter ${name} holds the character U+0000`);
    parameters[name] = value;
  }
  return parameters;
}

/** The parsed query. Throws 400 for an invalid `count` or `cursor`, 422 for an invalid filter (docs/api/errors.md#query-parameters). */
export function readQuery({ query, takesQuery }: Endpoint, req: Request): Record<string, unknown> {
  if (!takesQuery) return {};
  const parsed = query.safeParse(queryParameters(req));
  if (parsed.success) return parsed.data;
  const errors = fieldErrors(parsed.error);
  const ofPage = errors.find(({ field }) => pageParameters.includes(field));
  throw ofPage ? badRequest(`The query parameter ${ofPage.field} ${ofPage.message}`) : invalidFields(errors);
}

const contentType = /^application\/json\s*(;\s*charset="?utf-8"?\s*)?$/i;

function assertJson(req: Request): void {
  const type = req.headers['content-type'];
  if (type !== undefined && !contentType.test(type)) {
    throw unsupportedMediaType(`This endpoint reads application/json in UTF-8, not ${type.slice(0, 100)}`);
  }
  assertNotEncoded(req);
}

function assertForm(req: Request): void {
  const type = req.headers['content-type'];
  if (!isFormType(type)) {
    const given = type === undefined ? 'a body without Content-Type' : type.slice(0, 100);
    throw unsupportedMediaType(
      `This endpoint reads application/x-www-form-urlencoded or application/json in UTF-8, not ${given}`,
    );
  }
  assertNotEncoded(req);
}

function assertNotEncoded(req: Request): void {
  const encoding = req.headers['content-encoding'];
  if (encoding !== undefined && encoding !== 'identity') {
    throw unsupportedMediaType(`Send the body without Content-Encoding, not as ${encoding.slice(0, 40)}`);
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

function readForm(bytes: Buffer): unknown {
  try {
    const fields = parseForm(utf8.decode(bytes));
    assertStorable(fields);
    return fields;
  } catch (error) {
    throw error instanceof ApiError ? error : badRequest('The body is not UTF-8');
  }
}

function parseJson(bytes: Uint8Array): unknown {
  if (bytes.length === 0) throw badRequest('The request has no body; send a JSON object');
  try {
    return JSON.parse(utf8.decode(bytes)) as unknown;
  } catch (error) {
    throw badRequest(`The body is not valid JSON: ${(error as Error).message}`);
  }
}

/** Reads the bytes of a body. Throws 413 over `limit` bytes, and 400 when the client aborts. */
export function readBytes(req: Request, limit: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    req.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      // Reads a body over the limit to its end, without keeping it, so that the client can read the response.
      if (bytes <= limit) chunks.push(chunk);
      else chunks.length = 0;
    });
    req.once('end', () => {
      if (bytes > limit) reject(payloadTooLarge(limit));
      else resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks));
    });
    req.once('error', (error) => reject(badRequest(`The body could not be read: ${error.message}`)));
  });
}

/** Parses a JSON body of at most `bytesMax` bytes. Throws 400 for invalid JSON, and 422 for a value that cannot be stored. */
export function jsonOf(bytes: Uint8Array, bytesMax: number): unknown {
  assertFewContainers(bytes, bytesMax);
  const value = parseJson(bytes);
  assertStorable(value);
  return value;
}

/** Parses and checks a body. Throws 400 for invalid JSON, and 422 for a body that the endpoint does not accept. */
export function parseBody({ body, bodyBytesMax }: Endpoint, bytes: Buffer): unknown {
  if (!body) return undefined;
  return checkBody(body, jsonOf(bytes, bodyBytesMax));
}

function checkBody(body: z.ZodType, value: unknown): unknown {
  const { success, data, error } = body.safeParse(value);
  if (!success) throw invalidFields(fieldErrors(error));
  return data;
}

function assertOneOf(req: Request, types: readonly string[]): void {
  const [type = ''] = (req.headers['content-type'] ?? '').split(';');
  if (types.includes(type.trim().toLowerCase())) return;
  throw unsupportedMediaType(`This endpoint reads ${types.join(', ')}; say which in the Content-Type`);
}

/** Lets the handler read the bytes of a body. */
function bytesReader({ bodyBytesMax }: Endpoint, req: Request, types: readonly string[]): ReadBytes {
  if (types.includes('application/json')) assertJson(req);
  else assertOneOf(req, types);
  return () => readBytes(req, bodyBytesMax);
}

async function readJson(endpoint: Endpoint, req: Request): Promise<unknown> {
  assertJson(req);
  return parseBody(endpoint, await readBytes(req, endpoint.bodyBytesMax));
}

/** Reads a body that is a form or JSON. */
async function readFormOrJson(endpoint: Endpoint, body: z.ZodType, req: Request): Promise<unknown> {
  if (contentType.test(req.headers['content-type'] ?? '')) return readJson(endpoint, req);
  assertForm(req);
  return checkBody(body, readForm(await readBytes(req, endpoint.bodyBytesMax)));
}

type ReadBody = (req: Request) => unknown;

/**
 * Makes the function that reads the body of an endpoint's requests. It returns the parsed body, or a function that reads the
 * bytes (byte-body.ts), and throws 413, 415, 400 (neither JSON nor a form) or 422. Undefined for an endpoint without a body.
 */
export function bodyReader(endpoint: Endpoint): ReadBody | undefined {
  const { body } = endpoint;
  if (!body) return undefined;
  const byteTypes = byteTypesOf(body);
  if (byteTypes) return (req) => bytesReader(endpoint, req, byteTypes);
  if (takesForms(body)) return (req) => readFormOrJson(endpoint, body, req);
  return (req) => readJson(endpoint, req);
}
