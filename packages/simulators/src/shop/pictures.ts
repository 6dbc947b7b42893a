/** Pictures for a menu without a file: a coloured disc on white, as BMP, one of the formats of the API. */

type Colour = readonly [red: number, green: number, blue: number];

const side = 96;
const headerBytes = 54;
const white: Colour = [255, 255, 255];

/** The header of a BMP of 24 bits per pixel, whose rows need no padding. */
function header(pixelBytes: number): ArrayBuffer {
  const view = new DataView(new ArrayBuffer(headerBytes));
  view.setUint16(0, 0x42_4d);
  view.setUint32(2, headerBytes + pixelBytes, true);
  view.setUint32(10, headerBytes, true);
  view.setUint32(14, 40, true);
  view.setInt32(18, side, true);
  view.setInt32(22, side, true);
  view.setUint16(26, 1, true);
  view.setUint16(28, 24, true);
  view.setUint32(34, pixelBytes, true);
  return view.buffer;
}

/** A disc within a ring. */
function disc(inner: Colour, ring: Colour): Blob {
  const pixels = new Uint8Array(side * side * 3);
  for (let at = 0; at < side * side; at += 1) {
    const middle = (side - 1) / 2;
    const radius = Math.hypot((at % side) - middle, Math.floor(at / side) - middle) / middle;
    const [red, green, blue] = radius > 0.95 ? white : radius > 0.78 ? ring : inner;
    pixels.set([blue, green, red], at * 3);
  }
  return new Blob([header(pixels.length), pixels], { type: 'image/bmp' });
}

/** The pictures by the ref of the category that they show. */
export const pictures = (): ReadonlyMap<string, Blob> =>
  new Map([
    ['PIZZA', disc([201, 64, 42], [222, 172, 96])],
    ['DESSERT', disc([244, 226, 190], [110, 70, 45])],
    ['DRINK', disc([240, 148, 60], [190, 215, 230])],
  ]);
