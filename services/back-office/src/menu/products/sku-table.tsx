import { Table } from '@order-hub/pages/elements';
import type { UserVisit } from '@order-hub/pages/visit';
import type { MenuProduct } from '@order-hub/shared/menu-calls';
import { productPath, type ProductIds } from '../menu-path.ts';
import { Price } from '../product-card.tsx';
import { isSoldOut, SkuState } from '../product-state.tsx';
import { texts } from '../texts.ts';

type TableProps = { product: MenuProduct; ids: ProductIds; visit: UserVisit; mayChange: boolean };

/** The forms in which a product can be ordered: the price of the moment, and whether there is any. */
export const SkuTable = ({ product, ids, visit, mayChange }: TableProps) => {
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
          isSoldOut(sku) || !sku.is_enabled || sku.unavailable !== null || sku.stock !== null ? (
            <SkuState sku={sku} visit={visit} />
          ) : (
            t('available')
          ),
        ])}
      />
      {product.more_skus > 0 && <p class="hint">{t('more_sizes', { count: product.more_skus })}</p>}
    </>
  );
};
