/** An order as its row has it. Pure. */
import type { PrivateRefs } from '@order-hub/shared/private-ref';
import { currentOrder, movedDelivery } from './current-order.ts';
import type { StoredOrder } from '../order.ts';
import type { OrderDelivery } from '../order-delivery.schema.ts';
import type { Order } from '../order.schema.ts';

/** The version of a document with every field. Those of the release before have 1. */
export const documentVersion = 2;

/** The order as JSON text, as every client sees it, with its times in `timezone`. */
export type OrderDocument = { document: string; document_version: number; timezone: string };

/** The document and what is stored beside it. */
export type OrderRow = OrderDocument & { delivery: string | null; private_refs: PrivateRefs | null };

/** The order of a row. */
export const storedOrder = ({ document, delivery, private_refs, timezone }: OrderRow): StoredOrder => ({
  order: JSON.parse(document) as Order,
  delivery,
  private_refs,
  timezone,
});

/** The row of an order. */
export const rowOf = ({ order, delivery, private_refs, timezone }: StoredOrder): OrderRow => ({
  document: JSON.stringify(order),
  document_version: documentVersion,
  delivery,
  private_refs,
  timezone,
});

const isCurrent = (row: OrderDocument, timezone: string) =>
  row.timezone === timezone && row.document_version >= documentVersion;

/** The document as it is shown in this timezone. Nearly every one is shown as it is stored. */
export const currentDocument = (row: OrderDocument, timezone: string): string =>
  isCurrent(row, timezone)
    ? row.document
    : JSON.stringify(currentOrder(JSON.parse(row.document) as Order, { from: row.timezone, to: timezone }));

/** A delivery (JSON text) that was stored with its times in the timezone `from`, as it is shown in `to`. */
export const currentDelivery = (delivery: string, from: string, to: string): string =>
  from === to ? delivery : JSON.stringify(movedDelivery(JSON.parse(delivery) as OrderDelivery, { from, to }));

/** The row as it would be stored now. */
export const currentRow = (row: OrderRow, timezone: string): OrderRow =>
  isCurrent(row, timezone)
    ? row
    : {
        document: currentDocument(row, timezone),
        document_version: documentVersion,
        delivery: row.delivery && currentDelivery(row.delivery, row.timezone, timezone),
        private_refs: row.private_refs,
        timezone,
      };
