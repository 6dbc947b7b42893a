import { Empty, Table } from '@order-hub/pages/elements';
import { formats } from '@order-hub/pages/formats';
import type { UserVisit } from '@order-hub/pages/visit';
import type { MenuPriceOverride, MenuVariant } from '@order-hub/shared/menu-calls';
import { shownMoney } from '../deals/line-table.tsx';
import { texts } from '../texts.ts';
import { weekdays } from './price-rules.ts';

const namesMax = 10;
const shownMax = 30;

const services = { delivery: 'service_delivery', collection: 'service_collection', eat_in: 'service_eat_in' } as const;

type WordsProps = { rule: MenuPriceOverride; variants: readonly MenuVariant[]; visit: UserVisit };

/** When, and for whom, another price counts. */
export function conditionsInWords({ rule, variants, visit }: WordsProps): string {
  const t = texts(visit);
  const { dow, start_time, end_time, start_date, end_date, variant_refs, service_types, service_type_refs } = rule;
  const list = (names: readonly string[]) => formats(visit).list(names.slice(0, namesMax));
  const days = weekdays.filter((day) => dow?.includes(day)).map((day) => t(`day_${day}`));
  const day = (date: string) => formats(visit).at(new Date(`${date}T12:00Z`), 'UTC', 'date');
  const names = variants.filter(({ ref }) => variant_refs?.includes(ref)).map(({ name }) => name);
  const kinds = service_types?.map((kind) => {
    const key = services[kind as keyof typeof services];
    return key ? t(key) : kind;
  });
  const words = [
    days.length > 0 && list(days),
    start_time !== undefined && t('from_then', { then: start_time }),
    end_time !== undefined && t('until_then', { then: end_time }),
    start_date !== undefined && t('from_then', { then: day(start_date) }),
    end_date !== undefined && t('until_then', { then: day(end_date) }),
    names.length > 0 && t('only_for', { variants: list(names) }),
    kinds && t('only_for', { variants: list(kinds) }),
    service_type_refs && t('only_for', { variants: list(service_type_refs) }),
  ];
  return words.filter((word) => typeof word === 'string').join(', ');
}

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
