/**
 * The declaration of a page: who may see it, what it shows, and what its form does. A page and its form have one path: GET
 * shows it, POST takes the form, and shows the page again with what is wrong in it (docs/decisions/0026-pages.md).
 */
import type { Database } from '@order-hub/shared/database';
import { endpoint, type Endpoint, type PathParams, type PublicContext } from '@order-hub/shared/endpoint';
import { ApiError, forbidden, invalidFields, notFound, type FieldError } from '@order-hub/shared/errors';
import { formOrJson } from '@order-hub/shared/form-body';
import { isFullReply, type FullReply } from '@order-hub/shared/full-reply';
import { fieldErrors } from '@order-hub/shared/read-request';
import { textUpTo } from '@order-hub/shared/texts';
import type { VNode } from 'preact';
import { z } from 'zod';
import { readCookies } from '../sessions/cookies.ts';
import { findVisitor, type Visitor } from '../sessions/find-visitor.ts';
import { formToken, isConfirmed, isFormToken } from '../sessions/session.ts';
import { errorPage } from './error-page.tsx';
import { goTo, pageReply } from './replies.ts';
import type { UserVisit, Visit } from './visit.ts';

/**
 * Who may open a page: anyone; a user who has logged in; one who has also given the password within the last ten minutes;
 * a user who is an operator. For others who are logged in, an operator's page does not exist.
 */
export type Who = 'anyone' | 'user' | 'confirmed' | 'operator';

/** An endpoint of a page. `who` is there for tests, which see to it that every page says who may open it. */
export type PageEndpoint<Deps> = Endpoint<Deps> & { who: Who };

/** What all pages need of the service. */
export type PageDeps = { db: Database; encryptionKeys: readonly string[]; publicUrl: string };

/** What somebody has typed into a form, and what is wrong with it. Both are empty at first. */
export type FormState = { values: Readonly<Record<string, string>>; faults: readonly FieldError[] };

type VisitOf<W extends Who> = W extends 'anyone' ? Visit : UserVisit;
type Given<Path extends string, Query extends z.ZodRawShape> = {
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
  load?: (given: Given<Path, Query>, visit: VisitOf<W>, deps: Deps & PageDeps) => Promise<Data> | Data;
  /** The page; or a reply of another kind, such as a stream. */
  show: (data: Data, visit: VisitOf<W>, form: FormState) => VNode | FullReply;
  /** The fields of the form. Each is a text; a box that is not ticked is left out. */
  form?: z.ZodObject<Fields>;
  /** Does what the form says, and returns where to go next. A 422 of one of its fields shows the form again. */
  submit?: (
    given: Given<Path, Query> & { form: z.output<z.ZodObject<Fields>> },
    visit: VisitOf<W>,
    deps: Deps & PageDeps,
  ) => Promise<FullReply>;
};

type AnyPage = Declaration<string, 'anyone', z.ZodRawShape, z.ZodRawShape, unknown, object>;
type Proof = { encryptionKeys: readonly string[]; form_token: string };
type AnyGiven = { params: never; query: never };

const formBytesMax = 65_536;
const fieldsMax = 100;

/** What a browser sends. What a field may hold is checked when it is known who sends it. */
const sentForm = formOrJson(
  z
    .record(z.string(), textUpTo(formBytesMax))
    .refine((fields) => Object.keys(fields).length <= fieldsMax, `must have at most ${fieldsMax} fields`)
    .meta({ maxProperties: fieldsMax }),
);

const untouched: FormState = { values: {}, faults: [] };

/** What anyone may open is open before a session begins, and its form may be sent after one has begun in another tab. */
const formSecret = (who: Who, { browser, sessionSecret }: Visitor) =>
  who === 'anyone' ? browser : (sessionSecret ?? '');

/** Who looks at a page for `who`, and where from. */
export async function visitOf(
  { db, encryptionKeys, publicUrl }: PageDeps,
  ctx: PublicContext,
  who: Who,
): Promise<Visit> {
  const { now, requestId, log, address, headers, url } = ctx;
  const cookies = readCookies(publicUrl, headers.cookie);
  const visitor = await findVisitor(db, cookies, now);
  return {
    ...visitor,
    ...{ now, requestId, log, address, url, publicUrl },
    userAgent: headers['user-agent'] ?? null,
    notice: cookies.notice ?? null,
    formToken: formToken(encryptionKeys, formSecret(who, visitor)),
  };
}

/** Where somebody must go first, who opens a page for `who`. Throws not_found for a page that is the operators'. */
export function wayThere(who: Who, visit: Visit): FullReply | undefined {
  if (who === 'anyone') return undefined;
  const back = `continue=${encodeURIComponent(visit.url)}`;
  if (!visit.session) return goTo(visit, `/back-office/log-in?${back}`);
  if (who === 'operator' && !visit.user?.is_operator) throw notFound('Page');
  if (who === 'confirmed' && !isConfirmed(visit.session, visit.now)) return goTo(visit, `/back-office/confirm?${back}`);
  return undefined;
}

async function showAgain(declared: AnyPage, given: AnyGiven, [visit, deps]: [Visit, PageDeps], form: FormState) {
  const data = await declared.load?.(given, visit, deps);
  const shown = declared.show(data, visit, form);
  return isFullReply(shown) ? shown : pageReply(visit, shown, form.faults.length > 0 ? 422 : 200);
}

async function answerGet(declared: AnyPage, given: AnyGiven, ctx: PublicContext, deps: PageDeps) {
  const visit = await visitOf(deps, ctx, declared.who);
  return wayThere(declared.who, visit) ?? showAgain(declared, given, [visit, deps], untouched);
}

/** Whether a form comes from a page of this host. Browsers say so; a client that is no browser has nobody to protect. */
function isOwnSite({ publicUrl }: Visit, { headers }: PublicContext): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  return headers.origin === undefined || headers.origin === new URL(publicUrl).origin;
}

/** Throws 403 for a form that does not come from our own page, or is older than the session. */
function assertOwnForm(declared: AnyPage, visit: Visit, ctx: PublicContext, proof: Proof): void {
  if (!isOwnSite(visit, ctx)) {
    throw forbidden(`This form was not sent from the hub's own page. Open the hub at ${visit.publicUrl}`);
  }
  if (!isFormToken(proof.encryptionKeys, formSecret(declared.who, visit), proof.form_token)) {
    throw forbidden('This form is out of date. Go back, load the page again, and repeat it');
  }
}

const withoutSecrets = (fields: Record<string, string>) =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !name.includes('password')));

function checkForm(form: AnyPage['form'], fields: Record<string, string>) {
  const parsed = (form ?? z.object({})).safeParse(fields);
  if (parsed.success) return parsed.data;
  throw invalidFields(fieldErrors(parsed.error));
}

type Sent = AnyGiven & { body: Record<string, string> };

async function answerPost(declared: AnyPage, given: Sent, ctx: PublicContext, deps: PageDeps) {
  const visit = await visitOf(deps, ctx, declared.who);
  const elsewhere = wayThere(declared.who, visit);
  if (elsewhere) return elsewhere;
  const { form_token = '', ...fields } = given.body;
  assertOwnForm(declared, visit, ctx, { encryptionKeys: deps.encryptionKeys, form_token });
  try {
    const form = checkForm(declared.form, fields);
    return await declared.submit?.({ ...given, form }, visit, deps);
  } catch (error) {
    if (!(error instanceof ApiError) || !error.errors || error.errors.length === 0) throw error;
    return showAgain(declared, given, [visit, deps], { values: withoutSecrets(fields), faults: error.errors });
  }
}

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
  const get = endpoint(`GET ${path}`, {
    ...common,
    handle: (given, ctx, deps: PageDeps) => answerGet(declared, given as unknown as AnyGiven, ctx, deps),
  });
  if (!declared.submit) return [{ ...get, who }];
  const post = endpoint(`POST ${path}`, {
    ...common,
    summary: `${summary}: its form`,
    body: sentForm,
    bodyBytesMax: formBytesMax,
    handle: async (given, ctx, deps: PageDeps) =>
      (await answerPost(declared, given as unknown as Sent, ctx, deps)) as FullReply,
  });
  return [
    { ...get, who },
    { ...post, who },
  ];
}
