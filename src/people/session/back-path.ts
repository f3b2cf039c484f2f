/** Base for parsing: any origin works, as it only shows whether a path leads out of the site. */
const here = 'https://here.example';

/**
 * The path to return to after signing in, from a login page's query; undefined if it leads out of the site or to the
 * login itself.
 */
export function backPathOf(search: string): string | undefined {
  const back = new URLSearchParams(search).get('back') ?? '';
  // Browsers read a backslash as a slash and drop tabs and line breaks, which would hide
  // //elsewhere.
  if (!back.startsWith('/') || /[\\\p{Cc}]/u.test(back)) return undefined;
  if (!URL.canParse(back, here)) return undefined;
  const { origin, pathname, search: query } = new URL(back, here);
  // /.//elsewhere becomes //elsewhere only after normalisation.
  if (origin !== here || pathname.startsWith('//') || isAboutSigningIn(pathname)) return undefined;
  return pathname + query;
}

/** The login page's path that returns to a path of the site. */
export function loginPathFor(back: string): string {
  return `/login?${new URLSearchParams({ back })}`;
}

/** Page where a guest's application is added to the signed-in person's history. */
export const claimPath = '/mypage/claim';

/** Page where operators and staff set up their required second factor. */
export const setupPath = '/mypage/account/two-factor/setup';

/** Path of that setup which continues to a path of the site. */
export function setupPathFor(back: string): string {
  return `${setupPath}?${new URLSearchParams({ back })}`;
}

function isAboutSigningIn(pathname: string): boolean {
  const steps = pathname.split('/').filter(Boolean).join('/');
  return ['login', 'join', 'reset-password'].includes(steps) || `/${steps}` === setupPath;
}
