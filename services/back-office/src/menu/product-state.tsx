import { Tag, type Tone } from '@order-hub/pages/elements';
import { formats } from '@order-hub/pages/formats';
import type { UserVisit } from '@order-hub/pages/visit';
import type { MenuSku } from '@order-hub/shared/menu-calls';
import { texts } from './texts.ts';

/** What is sold: a sku or an option. */
export type Offer = Omit<MenuSku, 'name' | 'option_list_ids'>;

export const isSoldOut = ({ stock }: Pick<MenuSku, 'stock'>): boolean => stock !== null && Number(stock) <= 0;

const reasons = {
  start_date: 'not_yet',
  end_date: 'no_longer',
  dow: 'other_day',
  start_time: 'other_time',
  end_time: 'other_time',
} as const;

type StateKey = (typeof reasons)[keyof typeof reasons] | 'off';

const keyOf = ({ is_enabled, unavailable }: Offer): StateKey | undefined => {
  if (!is_enabled) return 'off';
  return unavailable === null ? undefined : (reasons[unavailable as keyof typeof reasons] ?? 'other_time');
};

const SoldOut = ({ sold_out_until, visit }: { sold_out_until: string | null; visit: UserVisit }) => {
  const t = texts(visit);
  if (sold_out_until === null) return <Tag tone="bad">{t('sold_out')}</Tag>;
  const timezone = visit.place?.timezone ?? 'UTC';
  return <Tag tone="bad">{t('sold_out_until', { time: formats(visit).at(new Date(sold_out_until), timezone) })}</Tag>;
};

/** Whether guests can order a sku now, in words. Nothing when they can. */
export const SkuState = ({ sku, visit }: { sku: Offer; visit: UserVisit }) => {
  const t = texts(visit);
  if (isSoldOut(sku)) return <SoldOut sold_out_until={sku.sold_out_until} visit={visit} />;
  const key = keyOf(sku);
  const tone: Tone = key === 'off' ? 'quiet' : 'busy';
  if (key) return <Tag tone={tone}>{t(key)}</Tag>;
  if (sku.stock !== null) return <Tag tone="good">{t('left', { count: sku.stock })}</Tag>;
  return null;
};
