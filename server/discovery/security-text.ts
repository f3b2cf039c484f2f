/** Half a year: less than the year that RFC 9116 recommends, and worked out anew whenever it is asked for. */
const validForMs = 180 * 24 * 60 * 60_000;

/**
 * Whom to tell of a weakness (security.txt, RFC 9116): the form, which reaches the operator without showing
 * the address by which they sign in, and the published address once it is known and more than a sample.
 */
export function securityText(
  publicUrl: string,
  now: Date,
  { isSample, email }: { isSample: boolean; email: string },
): string {
  return [
    `Contact: ${publicUrl}/contact`,
    ...(isSample || email === '' ? [] : [`Contact: mailto:${email}`]),
    `Expires: ${new Date(now.getTime() + validForMs).toISOString()}`,
    'Preferred-Languages: ja, en',
    `Canonical: ${publicUrl}/.well-known/security.txt`,
    '',
  ].join('\n');
}
