/** A session that renews its token before it expires. */
export type KeptSession = { token(): Promise<string> };

/** A token lives five minutes. */
const renewAfterMs = 120_000;

/** Signs in and stores the session's cookie, as a browser does. */
export async function keepSession(
  origin: string,
  email: string,
  password: string,
): Promise<KeptSession> {
  const reply = await fetch(`${origin}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin },
    body: JSON.stringify({ email, password }),
  });
  if (!reply.ok) throw new Error(`sign-in answered ${reply.status}: ${await reply.text()}`);
  const cookie = reply.headers
    .getSetCookie()
    .map((header) => header.split(';')[0])
    .join('; ');
  let current = '';
  let renewedAt = Number.NEGATIVE_INFINITY;
  return {
    async token() {
      if (performance.now() - renewedAt > renewAfterMs) {
        const renewed = await fetch(`${origin}/api/auth/token`, { headers: { cookie, origin } });
        ({ token: current } = (await renewed.json()) as { token: string });
        renewedAt = performance.now();
      }
      return current;
    },
  };
}
