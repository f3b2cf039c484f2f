/**
 * The first steps of the paths that are there while the service has not opened: signing in and setting up, what the
 * law wants to be read, the rooms of those who prepare it, and what is promised to those who gave before.
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

/** Whether a page may be read before the service opens; of its path, that of its data included. */
export function isOpenWhileClosed(pathname: string): boolean {
  const [step = ''] = pathname.split('/').filter(Boolean);
  return openSteps.has(step.replace(/\.data$/, ''));
}
