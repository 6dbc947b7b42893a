import { Table } from '@order-hub/pages/elements';
import { formats } from '@order-hub/pages/formats';
import type { UserVisit } from '@order-hub/pages/visit';
import type { MenuProduct, MenuVariant } from '@order-hub/shared/menu-calls';
import { productPath, type ProductIds } from '../menu-path.ts';
import { Price } from '../product-card.tsx';
import { isSoldOut, SkuState, type Offer } from '../product-state.tsx';
import { texts } from '../texts.ts';

type StateProps = { sku: Offer; variants: readonly MenuVariant[]; visit: UserVisit };

const namesShownMax = 10;

/** To which variants a sku is offered, unless to all. */
const Variants = ({ sku: { variant_refs }, variants, visit }: StateProps) => {
  if (variant_refs === null) return null;
  const t = texts(visit);
  const names = variants.filter(({ ref }) => variant_refs.includes(ref)).map(({ name }) => name);
  if (names.length === 0) return <small class="below">{t('for_nobody')}</small>;
  const list = formats(visit).list(names.slice(0, namesShownMax));
  return <small class="below">{t('only_for', { variants: list })}</small>;
};

/** Whether a sku or an option is offered, and to which variants. */
export const State = (props: StateProps) => {
  const { sku, visit } = props;
  const isPlain = !isSoldOut(sku) && sku.is_enabled && sku.unavailable === null && sku.stock === null;
  return (
    <>
      {isPlain ? texts(visit)('available') : <SkuState sku={sku} visit={visit} />}
      <Variants {...props} />
    </>
  );
};

type TableProps = {
  product: MenuProduct;
  variants: readonly MenuVariant[];
  ids: ProductIds;
  visit: UserVisit;
  mayChange: boolean;
};

/** The forms in which a product can be ordered: the price of the moment, and whether there is any. */
export const SkuTable = ({ product, variants, ids, visit, mayChange }: TableProps) => {
  const t = texts(visit);
  const nameOf = (name: string | null) => name ?? product.name;
  return (
    <>
      <Table
        label={t('sizes')}
        heads={[t('size'), t('price'), t('state')]}
        rows={product.skus.map((sku) => [
          mayChange ? <a href={`${productPath(ids)}/skus/${sku.id}`}>{nameOf(sku.name)}</a> : nameOf(sku.name),
          <Price sku={sku} visit={visit} />,
          <State sku={sku} variants={variants} visit={visit} />,
        ])}
      />
      {product.more_skus > 0 && <p class="hint">{t('more_sizes', { count: product.more_skus })}</p>}
    </>
  );
};
