import type { OutgoingMessage } from '@order-hub/shared/bus';
import type { Body } from '@order-hub/shared/topics';
import { message } from '@order-hub/shared/outbox';
import { connectionStatus, type ConnectionState } from './connection.ts';

/** A connection as other services keep it. */
export type Announced = Omit<Body<'connection'>, 'status'> & ConnectionState;

/** The message that announces a connection as it is now. Messages of one connection keep their order, and `version` grows. */
export function connectionChanged({ blocked_at, disconnected_at, suspended, ...facts }: Announced): OutgoingMessage {
  const status = connectionStatus({ blocked_at, disconnected_at, suspended });
  return message('connection', facts.id, { ...facts, status });
}
