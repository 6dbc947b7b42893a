/**
 * Bodies that a handler gets as bytes: an image, or JSON that a worker thread parses. Of most, it gets a function that reads
 * the bytes, so it can refuse the request before it reads any.
 */
import { z } from 'zod';

/** Counts the bytes of a body. Both throw an ApiError to refuse it. `declare`: its Content-Length, before the first byte. */
export type ByteMeter = { declare(bytes: number): void; add(bytes: number): void };

/** Reads the body. Throws 413 over the endpoint's limit, 400 when the client aborts, and what the meter throws. */
export type ReadBytes = (meter?: ByteMeter) => Promise<Buffer>;

/** A JSON body of this schema that the handler parses. */
export const jsonBytes = <Schema extends z.ZodType>(schema: Schema) =>
  z.custom<ReadBytes>().meta({ documentedAs: schema, byteTypes: ['application/json'] }) as unknown as z.ZodType<
    ReadBytes,
    z.input<Schema>
  >;

/** A file of one of these media types. `otherNames`: names of them that are accepted as well, but not documented. */
export const fileBytes = (types: readonly string[], otherNames: readonly string[] = []) =>
  z.custom<ReadBytes>().meta({ byteTypes: types, otherByteTypes: otherNames, type: 'string', format: 'binary' });

/** The media types of a body that the handler reads; undefined for a body that is parsed for it. */
export const byteTypesOf = (body: z.ZodType): readonly string[] | undefined =>
  z.globalRegistry.get(body)?.['byteTypes'] as readonly string[] | undefined;

/** Every name of them that is accepted. */
export const acceptedTypesOf = (body: z.ZodType): readonly string[] => [
  ...(byteTypesOf(body) ?? []),
  ...((z.globalRegistry.get(body)?.['otherByteTypes'] as readonly string[] | undefined) ?? []),
];

/** The bytes of a JSON body that is too large to be parsed on the event loop. */
export type LargeBody = Buffer;

/** Parsing and checking as many bytes takes a few milliseconds at most. */
export const smallBodyBytes = 65_536;

/** A JSON body of this schema. One of more than 64 KiB stays bytes, for a thread. */
export const largeAsBytes = <Schema extends z.ZodType>(schema: Schema) =>
  schema.meta({ isLargeAsBytes: true }) as unknown as z.ZodType<z.output<Schema> | LargeBody, z.input<Schema>>;

/** Whether a large body of this schema stays bytes. */
export const staysBytes = (body: z.ZodType): boolean => z.globalRegistry.get(body)?.['isLargeAsBytes'] === true;
