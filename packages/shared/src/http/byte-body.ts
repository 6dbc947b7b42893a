/**
 * Bodies that a handler reads itself: an image, or JSON that a worker thread parses. The handler gets a function that reads
 * the bytes, so it can refuse the request before it reads any.
 */
import { z } from 'zod';

/** Reads the body. Throws 413 over the endpoint's limit, and 400 when the client aborts. */
export type ReadBytes = () => Promise<Buffer>;

/** A JSON body of this schema that the handler parses. */
export const jsonBytes = <Schema extends z.ZodType>(schema: Schema) =>
  z.custom<ReadBytes>().meta({ documentedAs: schema, byteTypes: ['application/json'] }) as unknown as z.ZodType<
    ReadBytes,
    z.input<Schema>
  >;

/** A file of one of these media types. */
export const fileBytes = (types: readonly string[]) =>
  z.custom<ReadBytes>().meta({ byteTypes: types, type: 'string', format: 'binary' });

/** The media types of a body that the handler reads; undefined for a body that is parsed for it. */
export const byteTypesOf = (body: z.ZodType): readonly string[] | undefined =>
  z.globalRegistry.get(body)?.['byteTypes'] as readonly string[] | undefined;
