/** Reads and validates the body of a request. */
import type { Request, Response } from 'express';
import type { z } from 'zod';
import {
  acceptedTypesOf,
  byteTypesOf,
  smallBodyBytes,
  staysBytes,
  type ByteMeter,
  type ReadBytes,
} from './byte-body.ts';
import { costOf, timed } from '../cost.ts';
import { isForConnections, type Endpoint } from '../endpoint.ts';
import type { Handling } from '../../tokens/caller.ts';
import {
  badRequest,
  invalidFields,
  payloadTooLarge,
  requestAbandoned,
  unsupportedMediaType,
} from '../../values/errors.ts';
import { sentFaults } from './sent-faults.ts';
import { assertKnown, newHandling, noteUnknown } from './handling.ts';
import { unknownFields } from './known-fields.ts';
import { noted } from '../noted.ts';
import { parseLeniently } from './unreadable-fields.ts';
import { parseFiles, parseForm, takesFiles, takesForms, takesParameters } from './form-body.ts';
import { isInUtf8, mediaTypeOf } from './media-type.ts';
import { assertStorable } from '../../values/json.ts';
import { jsonOf, textOf } from './read-json.ts';
import { queryParameters } from './read-query.ts';
import { textStart } from '../../values/texts/text-start.ts';

const isJsonType = (contentType: string | undefined) => isInUtf8(contentType, 'application/json');
const isFormType = (contentType: string | undefined) => isInUtf8(contentType, 'application/x-www-form-urlencoded');
const isFilesType = (contentType: string) => mediaTypeOf(contentType).type === 'multipart/form-data';

function assertJson(req: Request): void {
  const type = req.headers['content-type'];
  if (type !== undefined && !isJsonType(type)) {
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

function readForm(bytes: Buffer): unknown {
  const fields = parseForm(textOf(bytes));
  assertStorable(fields);
  return fields;
}

const observers = noted<Request, (bytes: Buffer) => void>('observer of the body');

/** Calls `observe` with the bytes of the body, once they are read. */
export const observeBody = (req: Request, observe: (bytes: Buffer) => void): void => observers.set(req, observe);

function joined(req: Request, chunks: readonly Buffer[]): Buffer {
  const bytes = chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks);
  observers.get(req)?.(bytes);
  return bytes;
}

/** Reads the bytes of a body. Throws 413 over `limit` bytes, and 400 when the client aborts or has left already. */
export function readBytes(req: Request, limit: number, meter?: ByteMeter): Promise<Buffer> {
  // Emits no event any more.
  if (req.destroyed) return Promise.reject(requestAbandoned());
  return new Promise((resolve, reject) => {
    meter?.declare(Number(req.headers['content-length'] ?? 0));
    const chunks: Buffer[] = [];
    let bytes = 0;
    let isWhole = false;
    const refuse = (error: Error) => {
      chunks.length = 0;
      req.off('data', keep).resume();
      reject(error);
    };
    const keep = (chunk: Buffer) => {
      bytes += chunk.length;
      try {
        meter?.add(chunk.length);
      } catch (error) {
        refuse(error as Error);
        return;
      }
      // Reads a body over the limit to its end, without keeping it, so that the client can read the response.
      if (bytes <= limit) chunks.push(chunk);
      else chunks.length = 0;
    };
    req.on('data', keep);
    req.once('end', () => {
      isWhole = true;
      if (bytes > limit) reject(payloadTooLarge(limit));
      else resolve(joined(req, chunks));
    });
    req.once('error', (error) => reject(badRequest(`The body could not be read: ${error.message}`)));
    // A request that is destroyed without an error emits nothing else.
    req.once('close', () => isWhole || reject(requestAbandoned()));
  });
}

/**
 * Parses and checks a body, and notes its unknown fields. Throws 400 for invalid JSON, and 422 for a body that the endpoint does
 * not accept.
 */
export function parseBody(endpoint: Endpoint, bytes: Buffer, handling = newHandling(false)): unknown {
  const { body, bodyBytesMax } = endpoint;
  if (!body) return undefined;
  const value = jsonOf(bytes, bodyBytesMax);
  if (isForConnections(endpoint)) noteUnknown(handling, unknownFields(body, value));
  assertKnown(handling);
  return checkBody(body, value, handling);
}

/** Checks a parsed body. Throws 422 naming each fault. */
export function checkBody<Schema extends z.ZodType>(
  body: Schema,
  value: unknown,
  handling = newHandling(false),
): z.output<Schema> {
  const { success, data, error } = parseLeniently(body, value, handling);
  if (!success) throw invalidFields(sentFaults(body, value, error));
  return data;
}

function assertOneOf(req: Request, types: readonly string[], accepted: readonly string[]): void {
  if (accepted.includes(mediaTypeOf(req.headers['content-type']).type ?? '')) return;
  throw unsupportedMediaType(`This endpoint reads ${types.join(', ')}; say which in the Content-Type`);
}

/** Lets the handler read the bytes of a body. */
function bytesReader({ body, bodyBytesMax }: Endpoint, req: Request, types: readonly string[]): ReadBytes {
  if (types.includes('application/json')) assertJson(req);
  else assertOneOf(req, types, body ? acceptedTypesOf(body) : []);
  return (meter) => readBytes(req, bodyBytesMax, meter);
}

async function readJson(endpoint: Endpoint, req: Request, handling: Handling, parsedBytesMax: number) {
  assertJson(req);
  const bytes = await readBytes(req, endpoint.bodyBytesMax);
  if (bytes.length > parsedBytesMax) {
    assertKnown(handling);
    return bytes;
  }
  return timed(costOf(req.res as Response), () => parseBody(endpoint, bytes, handling));
}

/** Reads a body that is a form or JSON. */
async function readFields({ body, bodyBytesMax }: Endpoint, req: Request): Promise<unknown> {
  const type = req.headers['content-type'] ?? '';
  if (body && takesFiles(body) && isFilesType(type)) {
    assertNotEncoded(req);
    const fields = await parseFiles(await readBytes(req, bodyBytesMax), type);
    assertStorable(fields);
    return fields;
  }
  const isJson = isJsonType(type);
  if (isJson) assertNotEncoded(req);
  else assertForm(req);
  const bytes = await readBytes(req, bodyBytesMax);
  return isJson ? jsonOf(bytes, bodyBytesMax) : readForm(bytes);
}

const hasBody = ({ headers }: Request) =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';

const isAbsent = (value: unknown) => value === undefined || value === null || value === '';

/** The parameters in the query and in the body, if there is one. Throws 400 for one that has two values. */
async function readParameters(endpoint: Endpoint, req: Request): Promise<unknown> {
  const inQuery = queryParameters(req);
  assertStorable(inQuery);
  if (!hasBody(req)) return inQuery;
  const inBody = await readFields(endpoint, req);
  // Anything else is refused by the schema.
  if (typeof inBody !== 'object' || inBody === null || Array.isArray(inBody)) return inBody;
  return joinParameters(inQuery, inBody as Record<string, unknown>);
}

function joinParameters(inQuery: Record<string, string>, inBody: Record<string, unknown>) {
  const parameters = { ...inBody };
  for (const [name, value] of Object.entries(inQuery)) {
    if (isAbsent(inBody[name])) parameters[name] = value;
    else if (value !== '' && value !== inBody[name]) {
      throw badRequest(
        `The parameter ${textStart(name, 80)} has one value in the query and another in the body`,
        'repeated_parameter',
      );
    }
  }
  return parameters;
}

type ReadBody = (req: Request, handling: Handling) => unknown;

/**
 * Makes the function that reads the body of an endpoint's requests. It returns the parsed body, or a function that reads the
 * bytes (byte-body.ts); undefined for an endpoint without a body. It throws 413, 415, 400 (neither JSON nor a form) or 422, also
 * for what is unknown if the request asks for strict handling.
 */
export function bodyReader(endpoint: Endpoint): ReadBody {
  const { body } = endpoint;
  if (!body) return (_req, handling) => assertKnown(handling);
  const byteTypes = byteTypesOf(body);
  if (byteTypes) {
    return (req, handling) => {
      assertKnown(handling);
      return bytesReader(endpoint, req, byteTypes);
    };
  }
  if (takesParameters(body)) return async (req) => checkBody(body, await readParameters(endpoint, req));
  if (takesForms(body)) return async (req) => checkBody(body, await readFields(endpoint, req));
  const parsedBytesMax = staysBytes(body) ? smallBodyBytes : Infinity;
  return (req, handling) => readJson(endpoint, req, handling, parsedBytesMax);
}
