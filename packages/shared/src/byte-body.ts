/**
 * Bodies that an endpoint reads by itself: an image, or JSON that a worker thread parses. The handler gets a function that
 * reads the bytes, so that it refuses before the first of them is taken.
 */
import { z } from 'zod';

/** Reads the body. Throws 413 when it is over the endpoint's limit, and 400 when the client aborts. */
export type ReadBytes = () => Promise<Buffer>;

const bytes = () => z.custom<ReadBytes>();

/** A JSON body of this schema, which the handler parses. */
export const jsonBytes = (schema: z.ZodType) => bytes().meta({ documentedAs: schema, byteTypes: ['application/json'] });

/** A body that is a file of one of these media types. */
export const fileBytes = (types: readonly string[]) =>
  bytes().meta({ byteTypes: types, type: 'string', format: 'binary' });

/** The media types of a body that the handler reads; undefined for a body that is parsed before. */
export const byteTypesOf = (body: z.ZodType): readonly string[] | undefined =>
  z.globalRegistry.get(body)?.['byteTypes'] as readonly string[] | undefined;
