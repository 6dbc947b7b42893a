import type { ServerResponse } from 'node:http';
import { requestAbandoned } from '../../values/errors.ts';
import { noted } from '../noted.ts';

const signals = noted<ServerResponse, AbortSignal>('signal');

/** The signal of a request: aborts when the client closes the connection before it has the whole response. */
export function signalOf(res: ServerResponse): AbortSignal {
  const known = signals.get(res);
  if (known) return known;
  const controller = new AbortController();
  const abandon = () => {
    if (!res.writableFinished) controller.abort(requestAbandoned());
  };
  if (res.closed) abandon();
  else res.once('close', abandon);
  signals.set(res, controller.signal);
  return controller.signal;
}
