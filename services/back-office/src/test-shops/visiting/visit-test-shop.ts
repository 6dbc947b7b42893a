import { createClient, HubError, type Client } from '@order-hub/client';
import { fillShop } from '@order-hub/simulators/shop';
import { changePrices, newTill, nextTillTime, openTill, tillSettings, visitTill } from '@order-hub/simulators/till';
import { newWebsite, nextWebsiteTime, visitWebsite, websiteSettings } from '@order-hub/simulators/website';
import type { claimTestShops, keepTestShop } from '@order-hub/shared/auth-calls';
import type { z } from 'zod';
import { nextVisitAt } from './next-visit.ts';
import { rememberedOf, type Remembered } from './remembered.ts';
import { textStart } from '@order-hub/shared/text-start';

export type ClaimedShop = z.output<typeof claimTestShops.reply>['items'][number];

/** What a visit leaves. */
export type KeptShop = z.output<typeof keepTestShop.body>;

/** `apiUrl`: with `/v1`. `signal`: ends the visit. */
export type VisitTerms = { apiUrl: string; now: () => Date; signal: AbortSignal };

type Simulators = { till: Client; website: Client };
type Progress = { remembered: Remembered; is_filled: boolean; done_percent: number | null };

const silent = (): void => undefined;
const timeoutMs = 10_000;
const failureCharsMax = 200;

/** A client that sends nothing again: the next visit will. */
function clientOf(token: string, { apiUrl: baseUrl, signal }: VisitTerms): Client {
  const fetchUntilEnd: typeof fetch = (input, init) => {
    const signals = init?.signal ? [signal, init.signal] : [signal];
    return fetch(input, { ...init, signal: AbortSignal.any(signals) });
  };
  return createClient({ baseUrl, token, timeoutMs, maxRetries: 0, fetch: fetchUntilEnd });
}

/** Fills the shop at the first visit, and changes the prices if the user asks. */
async function prepare(
  { till, website }: Simulators,
  { asked_percent }: ClaimedShop,
  progress: Progress,
): Promise<void> {
  if (!progress.is_filled) {
    await fillShop(website);
    await openTill(till);
    progress.is_filled = true;
  }
  if (asked_percent === null) return;
  await changePrices(till, asked_percent);
  progress.done_percent = asked_percent;
}

const websiteSettingsOf = ({ settings }: ClaimedShop) => ({
  ...websiteSettings,
  minutesBetweenOrders: settings.minutes_between_orders,
});

/** The website first, so that its orders are at the till in the same visit. Throws what ended the visit of either. */
async function act(simulators: Simulators, shop: ClaimedShop, progress: Progress, now: Date): Promise<void> {
  await prepare(simulators, shop, progress);
  const { remembered } = progress;
  const visit = { now, say: silent };
  const { answer, delay_seconds: delaySeconds } = shop.settings;
  const sold = await visitWebsite(simulators.website, remembered.website, {
    ...visit,
    settings: websiteSettingsOf(shop),
  });
  remembered.website = sold.state;
  const settings = { ...tillSettings, answer, delaySeconds };
  const worked = await visitTill(simulators.till, remembered.till, { ...visit, settings });
  remembered.till = worked.state;
  const error = worked.error ?? sold.error;
  if (error !== undefined) throw error as Error;
}

/** The failure of a call; undefined without one. Throws any other error, which is our bug. */
function failureOf(error: unknown): HubError | undefined {
  if (error === undefined || error instanceof HubError) return error;
  throw error as Error;
}

/** Lets both simulators act. Returns what to keep, also after a failed call: the next visit goes on from there. */
export async function visitTestShop(shop: ClaimedShop, terms: VisitTerms): Promise<KeptShop> {
  const { user_id, lease_id, is_filled, active_at } = shop;
  const simulators = { till: clientOf(shop.till_token, terms), website: clientOf(shop.website_token, terms) };
  const { till: oldTill = newTill, website: oldWebsite = newWebsite } = rememberedOf(shop.remembered);
  const progress: Progress = { remembered: { till: oldTill, website: oldWebsite }, is_filled, done_percent: null };
  const now = terms.now();
  const error = await act(simulators, shop, progress, now).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  const failure = failureOf(error);
  const { till, website } = progress.remembered;
  const planned = [nextTillTime(till), nextWebsiteTime(website, websiteSettingsOf(shop))];
  return {
    user_id,
    lease_id,
    ...progress,
    failure: failure ? textStart(failure.message, failureCharsMax) : null,
    next_visit_at: nextVisitAt({ now, active_at, planned, failure }).toISOString(),
  };
}
