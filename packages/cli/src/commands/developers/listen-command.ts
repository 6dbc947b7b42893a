/** `hub listen`: the events of a connection, on a developer's machine. */
import { HubError } from '@order-hub/client';
import { CommandError } from '../../command-error.ts';
import { command, type DepsOf } from '../../declarations/command.ts';
import { flag, optional } from '../../declarations/options.ts';
import { kindsOf } from '../../listen/event-kinds.ts';
import { holdCallback, type HeldCallback } from '../../listen/hold-callback.ts';
import { keepListening } from '../../listen/keep-listening.ts';
import { listeningApi } from '../../listen/listening-api.ts';
import { postEvent } from '../../listen/post-event.ts';
import { pushHeaders } from '../../listen/push-headers.ts';
import { reportOn, type Report } from '../../listen/report.ts';
import { refusalOf } from '../../login/refusal.ts';

type Deps = DepsOf<'login'>;

const isHttp = (url: string) => /^https?:\/\//.test(url) && URL.canParse(url);

function forwarding(url: string | undefined, client_secret: string | undefined, signal: AbortSignal) {
  if (url === undefined) return undefined;
  if (!isHttp(url)) throw new CommandError('--forward-to must be an http or https URL, such as http://localhost:3000');
  return (event_id: string, body: string) => {
    const timestamp = Math.floor(Date.now() / 1_000);
    return postEvent(url, { headers: pushHeaders({ event_id, body, client_secret, timestamp }), body }, signal);
  };
}

/** Says what happens now. */
function begin({ say }: Report, { login }: Deps, { before }: HeldCallback, url: string | undefined): void {
  if (before.url !== null) say(`The callback is replaced until you stop. It was ${JSON.stringify(before)}`);
  else if (Object.keys(before.events).length > 0) {
    say('The callback is passive already: an application that polls it misses the events that are acknowledged here.');
  }
  if (url !== undefined && login.client_secret === undefined) {
    say(
      'The client secret is not known, so nothing is signed: set HUB_CLIENT_SECRET, or `hub login --with-client-secret`.',
    );
  }
  say(url === undefined ? 'Events are printed. Ctrl-C ends.' : `Events are forwarded to ${url}. Ctrl-C ends.`);
}

async function end({ say }: Report, { login }: Deps, { before, restore }: HeldCallback): Promise<void> {
  try {
    say(await restore());
  } catch (error) {
    const why = error instanceof HubError ? refusalOf(error, login) : String(error);
    say(`The callback is not restored. ${why} It was ${JSON.stringify(before)}`);
  }
}

export const listenCommand = command('listen', {
  description: 'forward the events of the connection to an address, such as one of this machine, signed as a push is',
  needs: 'login',
  options: {
    forward_to: optional('url', 'where events are posted to'),
    events: optional('kinds', 'only these, such as order.create,order.update; without it all'),
    print: flag('print the events; without --forward-to they are only printed, and acknowledged'),
    acknowledge: optional('statuses', 'only 200 to 299 acknowledge; without it 200 to 499, or as the callback says', {
      choices: ['2xx'],
    }),
    replace: flag('replace an active callback, until you stop'),
  },
  run: async (deps, { forward_to, events, print, acknowledge, replace }) => {
    const { terminal, login, api } = deps;
    if (forward_to === undefined && !print)
      throw new CommandError('Say what to do: use --forward-to, --print or both.');
    const signal = terminal.interruption();
    const forward = forwarding(forward_to, login.client_secret, signal);
    const kinds = kindsOf(events);
    const report = reportOn(terminal, { isJson: deps.isJson, isWhole: print });
    const chosen = acknowledge === '2xx' ? acknowledge : undefined;
    const held = await holdCallback(api, { kinds, acknowledge: chosen, mayReplace: replace });
    begin(report, deps, held, forward_to);
    const listening = { hub: listeningApi(login), kinds, acknowledge: held.acknowledge, forward, report, signal };
    await keepListening(listening).finally(() => end(report, deps, held));
  },
  prints: 'lines',
});
