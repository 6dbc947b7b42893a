/** How large a catalog may be (docs/api/limits.md#catalog-sizes). */

export const uploadBytesMax = 32 * 1024 * 1024;

/** The size of the whole catalog as JSON text, as it is shown. */
export const documentBytesMax = 64 * 1024 * 1024;

/** The number of parts of all kinds together. */
export const partsMax = 100_000;

export const variantsMax = 1_000;
export const skusMax = 1_000;
export const optionsMax = 1_000;
export const linesMax = 100;
/** The number of skus in a line of a deal. */
export const lineSkusMax = 10_000;

/** The length of any other list: tags, barcodes, images, coupon codes, price overrides, refs. */
export const listMax = 1_000;
