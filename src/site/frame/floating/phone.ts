/**
 * Whether a device is mobile by its user agent (docs/product.md, Screens). Used in the browser only, because cached
 * pages are the same for every device.
 */
export const isMobile = (userAgent: string): boolean => /iphone|android/i.test(userAgent);

/** Whether this is a phone, by its device or by the window's width. */
export const isPhone = (): boolean =>
  isMobile(navigator.userAgent) || matchMedia('(width < 48rem)').matches;
