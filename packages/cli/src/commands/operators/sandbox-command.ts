/** `hub sandbox`: a test shop whose till and website run in this process. */
import { createClient, HubError } from '@order-hub/client';
import { tillAnswers } from '@order-hub/shared/management/test-shops';
import { retrieveStatus } from '@order-hub/shared/management/operators';
import { fillShop } from '@order-hub/simulators/shop';
import { simulateTill, simulateWebsite } from '@order-hub/simulators/simulate';
import { CommandError } from '../../command-error.ts';
import { command, type DepsOf } from '../../declarations/command.ts';
import { defaulted, optional } from '../../declarations/options.ts';
import { apiRootOf } from '../../login/login.ts';
import { userIdOf } from '../../operator/user-id-of.ts';
import { cellText } from '../../printing/cell-text.ts';
import { jsonText } from '../../printing/json-text.ts';
import { recordText } from '../../printing/record-text.ts';
import { makeShop, type MadeShop } from '../../sandbox/make-shop.ts';

type Deps = DepsOf<'operator'>;

/** Throws CommandError for anything but a whole number up to `most`. */
function wholeNumber(option: string, text: string, most: number): number {
  if (/^\d{1,4}$/.test(text) && Number(text) <= most) return Number(text);
  throw new CommandError(`--${option} must be a whole number from 0 to ${most}`);
}

/** Prints what a simulator does, with the time. */
const sayAs =
  ({ terminal, isJson }: Deps, who: 'till' | 'website') =>
  (what: string) => {
    const at = new Date();
    if (isJson) return terminal.print(jsonText({ at, who, what }, 0));
    terminal.print(`${at.toTimeString().slice(0, 8)}  ${who.padEnd(7)}  ${cellText(what)}\n`);
  };

/** Prints the shop as a program reads it, or with what to do next. */
function showShop({ terminal, isJson }: Deps, hub: string, { user, location_id, app }: MadeShop): void {
  const shown = { hub, user, location_id, app };
  if (isJson) return terminal.print(jsonText(shown, 0));
  terminal.print(`${recordText(shown)}\nThe till and the website run until you press Ctrl-C.\n`);
}

/** Runs both simulators until the signal. Throws CommandError when the hub refuses one of them for good. */
async function runSimulators(deps: Deps, hub: string, shop: MadeShop, behaviour: Behaviour): Promise<void> {
  const ending = new AbortController();
  const signal = AbortSignal.any([deps.terminal.interruption(), ending.signal]);
  const clientOf = ({ access_token: token }: MadeShop['app']) => createClient({ baseUrl: hub, token });
  const [till, website] = [clientOf(shop.till), clientOf(shop.website)];
  try {
    const content = await fillShop(website);
    showShop(deps, hub, shop);
    sayAs(deps, 'website')(`The menu is catalog ${content.catalog_id}`);
    const simulated = simulateTill({ hub: till, signal, say: sayAs(deps, 'till'), settings: behaviour.till });
    const selling = simulateWebsite({
      ...{ hub: website, signal, say: sayAs(deps, 'website') },
      settings: { minutesBetweenOrders: behaviour.every },
    });
    await Promise.all([simulated.ended, selling]);
  } catch (error) {
    throw error instanceof HubError ? new CommandError(`The hub at ${hub}: ${error.message}`) : error;
  } finally {
    ending.abort();
  }
}

type Behaviour = { till: { answer: (typeof tillAnswers)[number]; delaySeconds: number }; every: number };

const delaySecondsMax = 3_600;
const minutesMax = 60;

/** The root of the API: as given, else as the hub names it. */
async function rootOf({ operator }: Deps, given: string | undefined): Promise<string> {
  if (given === undefined) return (await operator.ask(retrieveStatus, { params: {} })).base_url;
  if (!URL.canParse(given)) throw new CommandError('--hub must be an address such as http://localhost:8080');
  return apiRootOf(given);
}

export const sandboxCommand = command('sandbox', {
  description: 'make a test shop with a menu and customers, and run its simulated till and website until Ctrl-C',
  needs: 'operator',
  options: {
    hub: optional('url', 'where the simulators reach the hub; without it the address that the hub names'),
    user: optional('id or email', 'the owner of the shop; without it a new user'),
    till: defaulted('answer', 'what the till does with orders that do not ask for more', 'accept', {
      choices: tillAnswers,
    }),
    delay: defaulted('seconds', 'until the till accepts an order', '0'),
    every: defaulted('minutes', 'from one order of the website to the next, more or less; 0 for none', '1'),
  },
  run: async (deps, { hub: given, user, till, delay, every }) => {
    const behaviour = {
      till: {
        answer: tillAnswers.find((answer) => answer === till) ?? 'accept',
        delaySeconds: wholeNumber('delay', delay, delaySecondsMax),
      },
      every: wholeNumber('every', every, minutesMax),
    };
    const user_id = user === undefined ? undefined : await userIdOf(deps.operator, user);
    const root = await rootOf(deps, given);
    await runSimulators(deps, root, await makeShop(deps.operator, user_id), behaviour);
  },
  prints: 'lines',
});
