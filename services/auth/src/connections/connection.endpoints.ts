import * as calls from '@order-hub/shared/auth-calls';
import type { Database } from '@order-hub/shared/database';
import { answerTo } from '@order-hub/shared/internal-call';
import * as management from '@order-hub/shared/management/connections';
import { answerFor } from '@order-hub/shared/principal-call';
import { blockConnection } from './block-connection.ts';
import { createConnection } from './granting/create-connection.ts';
import { disconnectConnection } from './disconnect-connection.ts';
import { listAppNames } from './listing/list-app-names.ts';
import { listConnectionNames } from './listing/list-connection-names.ts';
import { listConnections } from './listing/list-connections.ts';
import { listLiveConnections } from './listing/list-live-connections.ts';
import { listUserConnections } from './listing/list-user-connections.ts';
import { lookUpConnection } from './callers/look-up-connection.ts';
import { recordConnectionUses } from './callers/record-connection-uses.ts';
import { retrieveConnection } from './retrieve-connection.ts';
import { updateConnection } from './granting/update-connection.ts';
import { unblockConnection } from './unblock-connection.ts';

type Deps = { db: Database };

/** Connections: for users and operators, and for the gateway. */
export const connectionEndpoints = [
  answerFor(management.createConnection, createConnection),
  answerFor(management.listConnections, listConnections),
  answerFor(management.listUserConnections, listUserConnections),
  answerFor(management.listLiveConnections, listLiveConnections),
  answerFor(management.listAppNames, listAppNames),
  answerFor(management.listConnectionNames, listConnectionNames),
  answerFor(management.retrieveConnection, retrieveConnection),
  answerFor(management.updateConnection, updateConnection),
  answerFor(management.blockConnection, blockConnection),
  answerFor(management.unblockConnection, unblockConnection),
  answerFor(management.disconnectConnection, disconnectConnection),
  answerTo(calls.lookUpConnection, ({ params }, ctx, deps: Deps) => lookUpConnection(deps, ctx, params)),
  answerTo(calls.recordConnectionUses, ({ params, body }, ctx, deps: Deps) =>
    recordConnectionUses(deps, ctx, params, body),
  ),
];
