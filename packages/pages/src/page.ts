/**
 * A page: who may open it, what it shows, and what its form does. A page and its form share a path: GET shows the page, POST
 * takes the form and shows the page again if the form has faults (docs/decisions/0026-pages.md).
 */
import { endpoint, type Endpoint, type PathParams } from '@order-hub/shared/endpoint';
import type { FieldError } from '@order-hub/shared/errors';
import type { FullReply } from '@order-hub/shared/full-reply';
import type { VNode } from 'preact';
import { z } from 'zod';
import { answerWith } from './answer-with.ts';
import { errorPage } from './error-page.tsx';
import { assertOwnForm } from './steps/assert-own-form.ts';
import { requireAccess } from './steps/require-access.ts';
import { requirePlace } from './steps/require-place.ts';
import { formBytesMax, sentForm } from './steps/sent-form.ts';
import { showPage } from './steps/show-page.ts';
import { submitForm } from './steps/submit-form.ts';
import type { FindSession, UserVisit, Visit, Who } from './visit.ts';

/** An endpoint of a page. `who` is there for tests, which check that every page says who may open it. */
export type PageEndpoint<Deps> = Endpoint<Deps> & { who: Who };

/** What every page needs of its service. `formKeys` prove forms; the first signs, any verifies. */
export type PageDeps = { findSession: FindSession; formKeys: readonly string[]; publicUrl: string };

/** What the user typed into a form, and its faults. Both are empty at first. */
export type FormState = { values: Readonly<Record<string, string>>; faults: readonly FieldError[] };

type VisitOf<W extends Who> = W extends 'anyone' ? Visit : UserVisit;

/** The parsed path and query of a page's request. */
type Input<Path extends string, Query extends z.ZodRawShape> = {
  params: PathParams<Path>;
  query: z.output<z.ZodObject<Query>>;
};

type Declaration<
  Path extends string,
  W extends Who,
  Query extends z.ZodRawShape,
  Fields extends z.ZodRawShape,
  Data,
  Deps,
> = {
  summary: string;
  who: W;
  query?: Query;
  /** Finds what is shown. */
  load?: (input: Input<Path, Query>, visit: VisitOf<W>, deps: Deps & PageDeps) => Promise<Data> | Data;
  /** The page; or another kind of reply, such as a stream. */
  show: (data: Data, visit: VisitOf<W>, form: FormState) => VNode | FullReply;
  /** The fields of the form. Each is a text; a box that is not ticked is left out. */
  form?: z.ZodObject<Fields>;
  /** Does what the form says, and returns where to go next. A 422 on one of its fields shows the form again. */
  submit?: (
    input: Input<Path, Query> & { form: z.output<z.ZodObject<Fields>> },
    visit: VisitOf<W>,
    deps: Deps & PageDeps,
  ) => Promise<FullReply>;
};

/** A page whose types the steps need not know. */
export type AnyPage = Declaration<string, 'anyone', z.ZodRawShape, z.ZodRawShape, unknown, object>;

/** A page is its steps: each answers, or leaves the request to the next. */
const stepsOfGet = [requireAccess, requirePlace, showPage];
const stepsOfPost = [requireAccess, requirePlace, assertOwnForm, submitForm];

/** Declares a page: `...page('/back-office/clients', { … })`. */
export function page<
  const Path extends `/${string}`,
  const W extends Who,
  Query extends z.ZodRawShape = Record<never, never>,
  Fields extends z.ZodRawShape = Record<never, never>,
  Data = undefined,
  Deps = object,
>(path: Path, declaration: Declaration<Path, W, Query, Fields, Data, Deps>): PageEndpoint<Deps & PageDeps>[] {
  const declared = declaration as unknown as AnyPage;
  const { summary, who, query = {} } = declared;
  const common = { summary, access: 'public', query, reply: z.never(), refuse: errorPage } as const;
  const get = endpoint(`GET ${path}`, { ...common, handle: answerWith(declared, stepsOfGet) });
  if (!declared.submit) return [{ ...get, who }];
  const post = endpoint(`POST ${path}`, {
    ...common,
    summary: `${summary}: its form`,
    body: sentForm,
    bodyBytesMax: formBytesMax,
    handle: answerWith(declared, stepsOfPost),
  });
  return [
    { ...get, who },
    { ...post, who },
  ];
}
