/** The columns of the file of a menu: a row for each sku. Pure. */
import type { MenuRow } from '@order-hub/shared/menu-calls';
import { amountIn } from '../fields/prices.ts';

export const columns = ['ref', 'name', 'description', 'size_ref', 'size', 'price'] as const;

export type Column = (typeof columns)[number];
export type FileRow = Readonly<Record<Column, string>>;

/** What the file says of a sku. */
export const rowOfSku = (product: MenuRow['product'], sku: MenuRow['skus'][number]): FileRow => ({
  ref: product.ref ?? '',
  name: product.name,
  description: product.description ?? '',
  size_ref: sku.ref ?? '',
  size: sku.name ?? '',
  price: amountIn(sku.price),
});
