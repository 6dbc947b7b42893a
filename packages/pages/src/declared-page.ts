/** What a page declares, and what it gets. */
import type { Endpoint, PathParams } from '@order-hub/shared/endpoint';
import type { FieldError } from '@order-hub/shared/errors';
import type { FullReply } from '@order-hub/shared/full-reply';
import type { Role } from '@order-hub/shared/roles';
import type { VNode } from 'preact';
import type { z } from 'zod';
import type { FindSession, UserVisit, Visit, Who } from './visits/visit.ts';

/** An endpoint of a page. `who` and `roles` are there for tests, which check that every page says who may open it. */
export type PageEndpoint<Deps> = Endpoint<Deps> & { who: Who; roles: readonly Role[] };

/**
 * What every page needs of its service. `formKeys` prove forms; the first signs, any verifies. `hasMarked`: whether pages exist
 * in the marked language of tests.
 */
export type PageDeps = {
  findSession: FindSession;
  formKeys: readonly string[];
  publicUrl: string;
  hasMarked: boolean;
};

/**
 * What the user typed into a form, and its faults. Both are empty at first. `status`: of the answer that shows faults; by default
 * 422.
 */
export type FormState = {
  values: Readonly<Record<string, string>>;
  faults: readonly FieldError[];
  status?: number;
};

type VisitOf<W extends Who> = W extends 'anyone' ? Visit : UserVisit;

/** The parsed path and query of a page's request. */
type Input<Path extends string, Query extends z.ZodRawShape> = {
  params: PathParams<Path>;
  query: z.output<z.ZodObject<Query>>;
};

export type PageDeclaration<
  Path extends string,
  W extends Who,
  Query extends z.ZodRawShape,
  Fields extends z.ZodRawShape,
  Data,
  Deps,
> = {
  summary: string;
  who: W;
  /** The roles of users who may open a page about a location or an account; by default owners alone. */
  roles?: readonly Role[];
  query?: Query;
  /** Finds what is shown. */
  load?: (input: Input<Path, Query>, visit: VisitOf<W>, deps: Deps & PageDeps) => Promise<Data> | Data;
  /** The page; or another kind of reply, such as a stream. */
  show: (data: Data, visit: VisitOf<W>, form: FormState) => VNode | FullReply;
  /** The fields of the form. Each is a text; a box that is not ticked is left out. */
  form?: z.ZodObject<Fields>;
  /** The form may have files, each a text in base64, and this many bytes together with all other fields. */
  filesBytesMax?: number;
  /** Does what the form says, and returns where to go next. A 422 on one of its fields shows the form again. */
  submit?: (
    input: Input<Path, Query> & { form: z.output<z.ZodObject<Fields>> },
    visit: VisitOf<W>,
    deps: Deps & PageDeps,
  ) => Promise<FullReply>;
};

/** A page whose types the steps need not know. */
export type AnyPage = PageDeclaration<string, 'anyone', z.ZodRawShape, z.ZodRawShape, unknown, object>;
