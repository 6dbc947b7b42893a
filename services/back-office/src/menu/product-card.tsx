import { formats } from '@order-hub/pages/formats';
import type { UserVisit } from '@order-hub/pages/visit';
import type { MenuProduct, MenuSku } from '@order-hub/shared/menu-calls';
import { imagePath, productPath, type MenuIds } from './menu-path.ts';
import { isSoldOut, SkuState, type Offer } from './product-state.tsx';
import { texts } from './texts.ts';
import { shortened } from '@order-hub/shared/text-start';

type CardProps = { product: MenuProduct; ids: MenuIds; visit: UserVisit; back: string };

const descriptionMax = 140;

/** The price of the moment; the usual one beside it when they differ. */
export const Price = ({ sku: { price, price_now }, visit }: { sku: Offer; visit: UserVisit }) => {
  const shown = (money: string) => {
    const [amount = '', currency = ''] = money.split(' ');
    return formats(visit).money(amount, currency);
  };
  if (price === price_now) return <>{shown(price)}</>;
  return (
    <>
      <s>{shown(price)}</s> <strong>{shown(price_now)}</strong>
    </>
  );
};

/** The first picture of a product, or an empty frame. */
export const Picture = ({ product, ids }: { product: MenuProduct; ids: MenuIds }) => {
  const [first] = product.image_ids;
  if (first === undefined) return <span class="photo" aria-hidden="true" />;
  return <img class="photo" src={imagePath(ids, first)} alt="" loading="lazy" width="96" height="96" />;
};

const Sku = ({ sku, visit }: { sku: MenuSku; visit: UserVisit }) => (
  <li>
    {sku.name !== null && <span>{sku.name}</span>}
    <span class="price">
      <Price sku={sku} visit={visit} />
    </span>
    <SkuState sku={sku} visit={visit} />
  </li>
);

/** One tap: sold out until tomorrow, or available again. Only what has a ref can be sold out. */
const Tap = ({ product, ids, visit, back }: CardProps) => {
  const t = texts(visit);
  const counted = product.skus.filter(({ ref }) => ref !== null);
  if (counted.length === 0) return null;
  const isOut = counted.every(isSoldOut);
  const action = t(isOut ? 'available_again' : 'sold_out_until_tomorrow');
  return (
    <form method="post" action={`${productPath({ ...ids, product_id: product.id })}/sold-out`}>
      <input type="hidden" name="form_token" value={visit.formToken} />
      <input type="hidden" name="until" value={isOut ? 'again' : 'tomorrow'} />
      <input type="hidden" name="back" value={back} />
      <button aria-label={t('action_for', { action, name: product.name })}>{action}</button>
    </form>
  );
};

/** A product on the page of a menu. */
export const ProductCard = (props: CardProps) => {
  const { product, ids, visit } = props;
  const t = texts(visit);
  return (
    <li class="dish">
      <Picture product={product} ids={ids} />
      <div>
        <h3>
          <a href={productPath({ ...ids, product_id: product.id })}>{product.name}</a>
        </h3>
        {product.description !== null && <p class="hint">{shortened(product.description, descriptionMax)}</p>}
        <ul class="skus">
          {product.skus.map((sku) => (
            <Sku sku={sku} visit={visit} />
          ))}
        </ul>
        {product.more_skus > 0 && <p class="hint">{t('more_sizes', { count: product.more_skus })}</p>}
        <Tap {...props} />
      </div>
    </li>
  );
};
