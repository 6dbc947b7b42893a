import type { Database } from '@order-hub/shared/database';
import { endpoint } from '@order-hub/shared/endpoint';
import { pageQuery } from '@order-hub/shared/pagination';
import { byOperator } from '../audit/audit.ts';
import { addOperator } from './add-operator.ts';
import { listOperators } from './list-operators.ts';
import { operatorNamed, operatorView } from './operator.schema.ts';
import { removeOperator } from './remove-operator.ts';

type Deps = { db: Database };

/** Who may open the operators' pages (docs/api/back-office.md#operators). */
export const operatorEndpoints = [
  endpoint('POST /operator/operators', {
    summary: 'Make a user an operator',
    access: 'operator',
    body: operatorNamed,
    reply: operatorView,
    handle: ({ body }, ctx, deps: Deps) => addOperator(deps, byOperator(ctx), body.user),
  }),
  endpoint('POST /operator/operators/remove', {
    summary: 'Make an operator a user like others',
    access: 'operator',
    body: operatorNamed,
    reply: operatorView,
    handle: ({ body }, ctx, deps: Deps) => removeOperator(deps, byOperator(ctx), body.user),
  }),
  endpoint('GET /operator/operators', {
    summary: 'List the operators',
    access: 'operator',
    query: pageQuery,
    reply: operatorView,
    handle: ({ query }, _ctx, deps: Deps) => listOperators(deps, query),
  }),
];
