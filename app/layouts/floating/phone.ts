/**
 * Whether a device is mobile by its user agent (docs/product.md, Screens). In the browser only: a page is the
 * same for everybody.
 */
export const isMobile = (userAgent: string): boolean => /iphone|android/i.test(userAgent);

/** A phone by its device, or by the width of what is shown. */
export const isPhone = (): boolean =>
  isMobile(navigator.userAgent) || matchMedia('(width < 48rem)').matches;
