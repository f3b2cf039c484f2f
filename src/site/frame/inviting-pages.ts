const invitingPages = [
  /^\/$/,
  /^\/search(\/|$)/,
  /^\/about-service(\/(application-flow|donatable|undonatable))?$/,
  /^\/my-pledge$/,
];

/** Whether a page has the floating button (docs/product.md, Screens). */
export function invitesToAppraisal(pathname: string): boolean {
  const bare = pathname.replace(/(.)\/$/, '$1');
  return invitingPages.some((page) => page.test(bare));
}
