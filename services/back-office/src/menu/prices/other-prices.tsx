import { Empty, Table } from '@order-hub/pages/elements';
import { formats } from '@order-hub/pages/formats';
import type { UserVisit } from '@order-hub/pages/visit';
import type { MenuPriceOverride, MenuVariant } from '@order-hub/shared/menu-calls';
import { shownMoney } from '../fields/shown-money.ts';
import { texts } from '../texts.ts';
import { weekdays } from './price-rules.ts';

const namesMax = 10;
const shownMax = 30;

const services = { delivery: 'service_delivery', collection: 'service_collection', eat_in: 'service_eat_in' } as const;

type WordsProps = { rule: MenuPriceOverride; variants: readonly MenuVariant[]; visit: UserVisit };

/** When another price counts: days, times and dates. */
function timesInWords({ dow, start_time, end_time, start_date, end_date }: MenuPriceOverride, visit: UserVisit) {
  const t = texts(visit);
  const days = weekdays.filter((day) => dow?.includes(day)).map((day) => t(`day_${day}`));
  const dayOf = (date: string) => formats(visit).at(new Date(`${date}T12:00Z`), 'UTC', 'date');
  return [
    days.length > 0 ? formats(visit).list(days) : undefined,
    start_time && t('from_then', { then: start_time }),
    end_time && t('until_then', { then: end_time }),
    start_date && t('from_then', { then: dayOf(start_date) }),
    end_date && t('until_then', { then: dayOf(end_date) }),
  ];
}

/** For whom another price counts. */
function guestsInWords({ rule, variants, visit }: WordsProps) {
  const t = texts(visit);
  const kindOf = (kind: string) => {
    const key = services[kind as keyof typeof services];
    return key ? t(key) : kind;
  };
  const lists = [
    variants.filter(({ ref }) => rule.variant_refs?.includes(ref)).map(({ name }) => name),
    (rule.service_types ?? []).map(kindOf),
    rule.service_type_refs ?? [],
  ];
  return lists
    .filter((names) => names.length > 0)
    .map((names) => t('only_for', { variants: formats(visit).list(names.slice(0, namesMax)) }));
}

/** When, and for whom, another price counts. */
export const conditionsInWords = (props: WordsProps): string =>
  [...timesInWords(props.rule, props.visit), ...guestsInWords(props)].filter(Boolean).join(', ');

type PricesProps = { overrides: readonly MenuPriceOverride[]; variants: readonly MenuVariant[]; visit: UserVisit };

/** The other prices of a sku or an option, and when they count. */
export const OtherPrices = ({ overrides, variants, visit }: PricesProps) => {
  const t = texts(visit);
  if (overrides.length === 0) return <Empty>{t('no_other_price')}</Empty>;
  return (
    <>
      <Table
        label={t('other_prices')}
        heads={[t('when'), t('price')]}
        rows={overrides
          .slice(0, shownMax)
          .map((rule) => [conditionsInWords({ rule, variants, visit }), shownMoney(rule.price, visit)])}
      />
      {overrides.length > shownMax && <p class="hint">{t('and_more', { count: overrides.length - shownMax })}</p>}
    </>
  );
};
