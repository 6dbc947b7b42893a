/**
 * A page: who may open it, what it shows, and what its form does. A page and its form share a path: GET shows the page, POST
 * takes the form and shows the page again if the form has faults (docs/decisions/0026-pages.md).
 */
import { endpoint } from '@order-hub/shared/endpoint';
import { ownerRole } from '@order-hub/shared/roles';
import { z } from 'zod';
import { answerWith } from './answer-with.ts';
import { errorPage } from './markup/error-page.tsx';
import { assertOwnForm } from './steps/assert-own-form.ts';
import { limitForms } from './steps/limit-forms.ts';
import { requireAccess } from './steps/require-access.ts';
import { requirePlace } from './steps/require-place.ts';
import { formBytesMax, sentForm, sentFormWithFiles } from './steps/sent-form.ts';
import { showPage } from './steps/show-page.ts';
import { submitForm } from './steps/submit-form.ts';
import type { AnyPage, PageDeclaration, PageDeps, PageEndpoint } from './declared-page.ts';
import type { Who } from './visits/visit.ts';

/** A page is its steps: each answers, or leaves the request to the next. */
const onGet = { steps: [requireAccess, requirePlace, showPage], sendsForm: false };
const onPost = { steps: [requireAccess, limitForms, requirePlace, assertOwnForm, submitForm], sendsForm: true };

/** Declares a page: `...page('/back-office/clients', { … })`. */
export function page<
  const Path extends `/${string}`,
  const W extends Who,
  Query extends z.ZodRawShape = Record<never, never>,
  Fields extends z.ZodRawShape = Record<never, never>,
  Data = undefined,
  Deps = object,
>(path: Path, declaration: PageDeclaration<Path, W, Query, Fields, Data, Deps>): PageEndpoint<Deps & PageDeps>[] {
  const declared = declaration as unknown as AnyPage;
  const { summary, who, roles = ownerRole, query = {}, filesBytesMax } = declared;
  const common = { summary, access: 'public', query, reply: z.never(), refuse: errorPage } as const;
  const get = endpoint(`GET ${path}`, { ...common, handle: answerWith(declared, onGet) });
  if (!declared.submit) return [{ ...get, who, roles }];
  const post = endpoint(`POST ${path}`, {
    ...common,
    summary: `${summary}: its form`,
    body: filesBytesMax === undefined ? sentForm : sentFormWithFiles(filesBytesMax),
    bodyBytesMax: filesBytesMax ?? formBytesMax,
    handle: answerWith(declared, onPost),
  });
  return [
    { ...get, who, roles },
    { ...post, who, roles },
  ];
}
