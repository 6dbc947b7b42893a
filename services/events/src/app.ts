import { callbackEndpoints } from './callbacks/callback.endpoints.ts';
import type { CallbackDeps } from './callbacks/save-callback.ts';
import { eventEndpoints } from './events/event.endpoints.ts';

export const eventsEndpoints = (deps: CallbackDeps) => [...callbackEndpoints(deps), ...eventEndpoints(deps)];
