/** The API as `hub listen` uses it: events as they are sent, and what is left of the rate limits. */
import { createClient, type CallOptions } from '@order-hub/client';
import type { HubEvent } from '@order-hub/client/events';
import type { Login } from '../login/login.ts';
import { rateWindows, type RateWindow } from './waits.ts';

export function listeningApi({ hub, access_token }: Login) {
  let text = '';
  let windows: RateWindow[] = [];
  const api = createClient({
    baseUrl: hub,
    token: access_token,
    // The loop waits and says so.
    maxRetries: 0,
    fetch: async (...request) => {
      const response = await fetch(...request);
      text = await response.clone().text();
      return response;
    },
    onResponse: ({ headers }) => void (windows = rateWindows(headers)),
  });
  return {
    api,
    /** As the latest answer says. */
    rateWindows: () => windows,
    /**
     * An event, and its text byte for byte: parsing it and printing it again could change it, and with it the signature.
     * Nothing else may be asked meanwhile.
     */
    async readEvent(event_id: string, options: CallOptions): Promise<{ event: HubEvent; body: string }> {
      const event = await api.retrieveEvent({ event_id }, options);
      return { event, body: text };
    },
  };
}

export type ListeningApi = ReturnType<typeof listeningApi>;
