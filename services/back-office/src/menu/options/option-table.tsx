import { Table, Tag } from '@order-hub/pages/elements';
import type { UserVisit } from '@order-hub/pages/visit';
import type { Menu, MenuVariant } from '@order-hub/shared/menu-calls';
import type { MenuOptionList } from '@order-hub/shared/menu-part-calls';
import { optionPath, type OptionListIds } from '../menu-path.ts';
import { Price } from '../product-card.tsx';
import { State } from '../products/sku-table.tsx';
import { texts } from '../texts.ts';

type TableProps = {
  list: MenuOptionList;
  variants: readonly MenuVariant[];
  ids: OptionListIds;
  menu: Menu;
  visit: UserVisit;
};

/** The options of a list: the price of the moment, and whether there is any. */
export const OptionTable = ({ list, variants, ids, menu, visit }: TableProps) => {
  const t = texts(visit);
  const name = ({ id, name: text, is_default }: MenuOptionList['options'][number]) => (
    <>
      {menu.may_change ? <a href={optionPath({ ...ids, option_id: id })}>{text}</a> : text}{' '}
      {is_default && <Tag tone="quiet">{t('chosen_first')}</Tag>}
    </>
  );
  return (
    <>
      <Table
        label={t('options')}
        heads={[t('option'), t('price'), t('state'), '']}
        rows={list.options.map((option) => [
          name(option),
          <Price sku={option} visit={visit} />,
          <State sku={option} variants={variants} visit={visit} />,
          <a href={`${optionPath({ ...ids, option_id: option.id })}/sold-out`}>{t('sold_out_or_not')}</a>,
        ])}
      />
      {list.more_options > 0 && <p class="hint">{t('more_options', { count: list.more_options })}</p>}
    </>
  );
};
