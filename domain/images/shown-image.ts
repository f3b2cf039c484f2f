// What pages need that show pictures; the rules for files that people send are in image.ts.

/** The path of a picture by its id; '' where there is none. A proof may follow as its query. */
export function imagePath(imageId: string | null): string {
  return imageId === null ? '' : `/images/${imageId}`;
}

/** The picture's URL in one of its widths; the server picks a format that the browser accepts. */
export const imageAt = (path: string, width: number) => path.replace(/(?=\?|$)/, () => `/${width}`);

/** The `srcset` of a picture made in these widths. */
export const imageSet = (path: string, widths: readonly number[]) =>
  widths.map((width) => `${imageAt(path, width)} ${width}w`).join(', ');

/**
 * The kinds of pictures that people send. `widths` are made in pixels, smallest first, as the pages
 * show them, twice for dense screens; `aspect` is width over height where the page's frame is fixed:
 * such a picture exists in every width, one without an aspect in no width beyond its own.
 */
export const imageKinds = {
  profile: { widths: [96, 192, 384], aspect: 1 },
  'profile-banner': { widths: [480, 1000, 2000], aspect: 3 },
  pledge: { widths: [480, 960, 1600], aspect: undefined },
  'associate-cover': { widths: [480, 960, 1600], aspect: 32 / 15 },
  'associate-picture': { widths: [480, 960, 1600], aspect: undefined },
  'campaign-cover': { widths: [480, 960, 1600], aspect: 32 / 15 },
  'appraisal-item': { widths: [320, 800, 1600], aspect: undefined },
  'box-exception': { widths: [320, 800, 1600], aspect: undefined },
  'associate-seal': { widths: [240, 480], aspect: 1 },
} as const;
export type ImageKind = keyof typeof imageKinds;
