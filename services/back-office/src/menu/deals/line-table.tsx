import { Table } from '@order-hub/pages/elements';
import type { UserVisit } from '@order-hub/pages/visit';
import type { Menu } from '@order-hub/shared/menu-calls';
import type { MenuDeal, MenuDealLine } from '@order-hub/shared/menu-part-calls';
import { dealPath, type DealIds } from '../menu-path.ts';
import { shownMoney } from '../fields/shown-money.ts';
import { texts } from '../texts.ts';

const namesMax = 5;

/** What guests pay for what they choose from a line. */
const pricingOf = ({ pricing_effect, pricing_value }: MenuDealLine, visit: UserVisit) => {
  const t = texts(visit);
  if (pricing_value === null || pricing_effect === 'unchanged' || pricing_effect === 'free')
    return t(`effect_${pricing_effect}`);
  return t(`priced_${pricing_effect}`, { value: shownMoney(pricing_value, visit) });
};

/** The name of a line: its label, or its number. */
export const lineName = ({ label }: Pick<MenuDealLine, 'label'>, at: number, visit: UserVisit) =>
  label ?? texts(visit)('line_number', { number: at + 1 });

const Skus = ({ line: { skus, more_skus }, visit }: { line: MenuDealLine; visit: UserVisit }) => {
  const t = texts(visit);
  const more = more_skus + Math.max(0, skus.length - namesMax);
  const names = skus
    .slice(0, namesMax)
    .map(({ name, extra_charge }) =>
      extra_charge === null ? name : t('name_with_extra', { name, extra: shownMoney(extra_charge, visit) }),
    );
  return (
    <>
      {names.map((name) => (
        <div>{name}</div>
      ))}
      {more > 0 && <small>{t('more_sizes', { count: more })}</small>}
    </>
  );
};

type TableProps = { deal: MenuDeal; ids: DealIds; menu: Menu; visit: UserVisit };

/** The lines of a deal: what guests choose from each, and what they pay for it. */
export const LineTable = ({ deal, ids, menu, visit }: TableProps) => {
  const t = texts(visit);
  return (
    <Table
      label={t('lines')}
      heads={[t('line'), t('to_choose_from'), t('price')]}
      rows={deal.lines.map((line, at) => {
        const name = lineName(line, at, visit);
        return [
          menu.may_change ? <a href={`${dealPath(ids)}/lines/${line.id}`}>{name}</a> : name,
          <Skus line={line} visit={visit} />,
          pricingOf(line, visit),
        ];
      })}
    />
  );
};
