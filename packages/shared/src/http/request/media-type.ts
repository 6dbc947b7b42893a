/** Reads the `Content-Type` of every request body (RFC 9110 §8.3): the type decides, and of its parameters the charset alone. */

/** `type`: in lower case, without parameters; undefined without the header. `charset`: undefined if none is named. */
export type MediaType = { type: string | undefined; charset: string | undefined };

const parameter = /;\s*([^\s;="]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;"]*))/g;

/** The charset of the parameters; the first of several. An empty one names none. */
function charsetIn(parameters: string): string | undefined {
  for (const [, name = '', quoted, plain = ''] of parameters.matchAll(parameter)) {
    if (name.toLowerCase() === 'charset') return (quoted ?? plain).trim() || undefined;
  }
  return undefined;
}

export function mediaTypeOf(contentType: string | undefined): MediaType {
  if (contentType === undefined) return { type: undefined, charset: undefined };
  const end = contentType.indexOf(';');
  const type = (end < 0 ? contentType : contentType.slice(0, end)).trim().toLowerCase();
  return { type, charset: end < 0 ? undefined : charsetIn(contentType.slice(end)) };
}

/** Whether a charset is UTF-8, by any of its names, such as `utf8` (https://encoding.spec.whatwg.org/#names-and-labels). */
function isUtf8(charset: string): boolean {
  try {
    return new TextDecoder(charset).encoding === 'utf-8';
  } catch {
    return false;
  }
}

/** Whether a body of this `Content-Type` is of `type`, and in UTF-8. Without a charset it is; other parameters mean nothing. */
export function isInUtf8(contentType: string | undefined, type: string): boolean {
  const sent = mediaTypeOf(contentType);
  return sent.type === type && (sent.charset === undefined || isUtf8(sent.charset));
}
