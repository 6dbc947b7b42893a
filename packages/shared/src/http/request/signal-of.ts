import type { ServerResponse } from 'node:http';
import { requestAbandoned } from '../../values/errors.ts';
import { noted } from '../noted.ts';

const signals = noted<ServerResponse, AbortSignal>('signal');

/** Calls `done` when the response is closed: it was handed over as a whole, or its connection is gone. */
export function onClose(res: ServerResponse, done: () => void): void {
  if (res.closed) done();
  else res.once('close', done);
}

/** The signal of a request: aborts when the client closes the connection before it has the whole response. */
export function signalOf(res: ServerResponse): AbortSignal {
  const known = signals.get(res);
  if (known) return known;
  const controller = new AbortController();
  const abandon = () => {
    if (!res.writableFinished) controller.abort(requestAbandoned());
  };
  if (res.closed) abandon();
  // Before all others that listen: what gives a slot back asks the signal whether the client gave up.
  else res.prependOnceListener('close', abandon);
  signals.set(res, controller.signal);
  return controller.signal;
}
