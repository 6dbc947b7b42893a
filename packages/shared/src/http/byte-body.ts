/**
 * Bodies that an endpoint reads by itself: an image, or JSON that a worker thread parses. The handler gets a function that
 * reads the bytes, so that it refuses before the first of them is taken.
 */
import { z } from 'zod';

/** Reads the body. Throws 413 when it is over the endpoint's limit, and 400 when the client aborts. */
export type ReadBytes = () => Promise<Buffer>;

/** A JSON body of this schema, which the handler parses. */
export const jsonBytes = <Schema extends z.ZodType>(schema: Schema) =>
  z.custom<ReadBytes>().meta({ documentedAs: schema, byteTypes: ['application/json'] }) as unknown as z.ZodType<
    ReadBytes,
    z.input<Schema>
  >;

/** A body that is a file of one of these media types. */
export const fileBytes = (types: readonly string[]) =>
  z.custom<ReadBytes>().meta({ byteTypes: types, type: 'string', format: 'binary' });

/** The media types of a body that the handler reads; undefined for a body that is parsed before. */
export const byteTypesOf = (body: z.ZodType): readonly string[] | undefined =>
  z.globalRegistry.get(body)?.['byteTypes'] as readonly string[] | undefined;
