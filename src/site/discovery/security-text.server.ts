/** Half a year: less than the year recommended by RFC 9116; recomputed on each request. */
const validForMs = 180 * 24 * 60 * 60_000;

/**
 * Contact for vulnerability reports (security.txt, RFC 9116): the form, which reaches the operator without revealing
 * their sign-in address, and the published address once it is more than a sample.
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
