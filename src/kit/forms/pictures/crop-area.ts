/** A part of a picture, in percent of its sides. */
export type Area = { x: number; y: number; width: number; height: number };

/**
 * The largest centred area of the aspect (width over height); the whole picture without an aspect.
 */
export function largestArea(picture: { width: number; height: number }, aspect?: number): Area {
  if (aspect === undefined) return { x: 0, y: 0, width: 100, height: 100 };
  const ratio = picture.width / picture.height / aspect;
  const width = ratio > 1 ? 100 / ratio : 100;
  const height = ratio > 1 ? 100 : 100 * ratio;
  return { x: (100 - width) / 2, y: (100 - height) / 2, width, height };
}

/** The area resized around the same centre but within the picture; `share` is of `largest`. */
export function resized(area: Area, largest: Area, share: number): Area {
  const width = largest.width * share;
  const height = largest.height * share;
  const clampedStart = (middle: number, size: number) =>
    Math.min(100 - size, Math.max(0, middle - size / 2));
  return {
    x: clampedStart(area.x + area.width / 2, width),
    y: clampedStart(area.y + area.height / 2, height),
    width,
    height,
  };
}

/** The crop in the picture's own pixels, and the output size: at most `longestSide`. */
export function drawingOf(
  area: Area,
  picture: { width: number; height: number },
  longestSide: number,
) {
  const from = {
    x: (area.x / 100) * picture.width,
    y: (area.y / 100) * picture.height,
    width: (area.width / 100) * picture.width,
    height: (area.height / 100) * picture.height,
  };
  const scale = Math.min(1, longestSide / Math.max(from.width, from.height));
  const side = (length: number) => Math.max(1, Math.round(length * scale));
  return { from, to: { width: side(from.width), height: side(from.height) } };
}
