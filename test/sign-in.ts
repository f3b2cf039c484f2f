/** Signs in at a running server as its browser would; returns a bearer token. */
export async function signIn(url: string, email: string, password: string): Promise<string> {
  const reply = await fetch(`${url}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify({ email, password }),
  });
  if (!reply.ok) throw new Error(`sign-in answered ${reply.status}: ${await reply.text()}`);
  const cookie = reply.headers
    .getSetCookie()
    .map((header) => header.split(';')[0])
    .join('; ');
  const renewed = await fetch(`${url}/api/auth/token`, { headers: { cookie, origin: url } });
  return ((await renewed.json()) as { token: string }).token;
}
