/** The types of the client's methods, from the API document. One method for each operation, short paths included. */
import type { HubEvent } from './events.ts';
import type { operations } from './generated/api.ts';
import type { routes } from './generated/routes.ts';
import type { List } from './list.ts';

export type OperationName = keyof typeof routes;

/** What one call may choose. */
export type CallOptions = {
  /** Aborts the call, and the wait before it is sent again. */
  signal?: AbortSignal;
  /** Replaces the key of this call; false sends none. */
  idempotencyKey?: string | false;
  /** For one attempt, in milliseconds. */
  timeoutMs?: number;
  maxRetries?: number;
  headers?: Record<string, string>;
};

type Values<Part> = [NonNullable<Part>] extends [never] ? unknown : NonNullable<Part>;
type Parameters<Name extends OperationName> = operations[Name]['parameters'];

/** The ids that a short path leaves out (docs/api/conventions.md#short-paths). */
type OptionalId<Name extends OperationName> = (typeof routes)[Name] extends `${string}{${infer Id}?}${string}`
  ? Id extends `${string}{${infer Last}`
    ? Last
    : Id
  : never;

type Ids<Name extends OperationName> = Omit<Values<Parameters<Name>['path']>, OptionalId<Name>> & {
  [Id in OptionalId<Name>]?: string;
};

type Body<Name extends OperationName> = operations[Name] extends { requestBody: { content: infer Content } }
  ? { body: Content extends { 'application/json': infer Json } ? Json : Blob }
  : unknown;

type Flat<Type> = { [Key in keyof Type]: Type[Key] };

/** What a method takes: ids, filters and `body` in one object. */
export type Arguments<Name extends OperationName> = Flat<Ids<Name> & Values<Parameters<Name>['query']> & Body<Name>>;

type Success<Name extends OperationName> = operations[Name]['responses'][200] extends {
  content: { 'application/json': infer Json };
}
  ? Name extends 'retrieveEvent'
    ? HubEvent
    : Name extends 'retrieveImageBytes'
      ? Blob
      : Json
  : Blob;

/** What a method gives: a list, which is read page by page, or a promise. */
export type Result<Name extends OperationName> = (typeof routes)[Name] extends `LIST ${string}`
  ? List<Success<Name> extends readonly (infer Item)[] ? Item : never>
  : Promise<Success<Name>>;

export type Method<Name extends OperationName> =
  Partial<Arguments<Name>> extends Arguments<Name>
    ? (args?: Arguments<Name>, options?: CallOptions) => Result<Name>
    : (args: Arguments<Name>, options?: CallOptions) => Result<Name>;

export type Client = { readonly [Name in OperationName]: Method<Name> };
