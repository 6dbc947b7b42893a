/** How many elements and options an order may have (docs/api/limits.md#order-sizes). */

/** Elements of each collection, over the whole life of an order, deleted ones included. */
export const elementsMax = 1_000;

export const optionsMax = 100;
