// For pages that show pictures; the rules for uploads are in image.ts.

/** Path of a picture by its id; '' without one. A proof may be appended as its query. */
export function imagePath(imageId: string | null): string {
  return imageId === null ? '' : `/images/${imageId}`;
}

/** URL of a picture in one width; the server picks a format that the browser accepts. */
export const imageAt = (path: string, width: number) => path.replace(/(?=\?|$)/, () => `/${width}`);

/** The `srcset` of a picture made in these widths. */
export const imageSet = (path: string, widths: readonly number[]) =>
  widths.map((width) => `${imageAt(path, width)} ${width}w`).join(', ');

/**
 * Kinds of uploaded pictures. `widths` are in pixels, smallest first, as pages show them, doubled
 * for dense screens. `aspect` is width / height for pages with a fixed frame: such a picture exists
 * in every width; one without an aspect is never enlarged.
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
