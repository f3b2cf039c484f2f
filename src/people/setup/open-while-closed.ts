/**
 * First path segments available before the service opens: sign-in and setup, legal pages, the areas
 * of those who prepare it, and pages for people who already gave.
 */
const openSteps: ReadonlySet<string> = new Set([
  'admin',
  'application-status',
  'cancel',
  'commerce',
  'contact',
  'goodbye',
  'invitation',
  'login',
  'mypage',
  'operator',
  'privacy',
  'reset-password',
  'setup',
  'staff',
  'terms',
  'undo-email-change',
  'unsubscribe',
  'verify',
  'verify-email',
]);

/** Whether a page is available before the service opens; `pathname` may be that of its data. */
export function isOpenWhileClosed(pathname: string): boolean {
  const [step = ''] = pathname.split('/').filter(Boolean);
  return openSteps.has(step.replace(/\.data$/, ''));
}
