/** A request that the page itself can send: what the reader may fill in, and what is there at first. */
import { resolved, type ApiDocument, type Call, type Parameter } from './api-document.ts';
import { exampleRequest } from './examples/example-request.ts';

export type RunnableField = { name: string; place: 'path' | 'query'; required: boolean };

/** `path`: with the names of its parameters in braces. `body`: JSON; undefined for a request without one. */
export type RunnableRequest = {
  summary: string;
  method: string;
  path: string;
  fields: RunnableField[];
  type: string | undefined;
  body: string | undefined;
};

/** Null for an operation that needs a client secret or a file. Headers are left out: none is needed. */
export function runnableRequest(document: ApiDocument, call: Call, publicUrl: string): RunnableRequest | null {
  const { method, url, sender, type, json, file } = exampleRequest(document, call, publicUrl);
  if (sender === 'client' || file !== undefined || type?.includes('form')) return null;
  const shown = call.shortPath ?? call.path;
  const depth = shown.split('/').length - 1;
  const root = new URL(url).pathname.split('/').slice(0, -depth).join('/');
  const parameters = (call.operation.parameters ?? []).map((listed) =>
    resolved<Parameter>(listed, document.components.parameters),
  );
  const fields = parameters.flatMap(({ name, in: place, required = false }): RunnableField[] => {
    if (place === 'query') return [{ name, place, required }];
    return place === 'path' && shown.includes(`{${name}}`) ? [{ name, place, required: true }] : [];
  });
  const body = type === undefined ? undefined : JSON.stringify(json, null, 2);
  return { summary: call.operation.summary, method, path: root + shown, fields, type, body };
}
