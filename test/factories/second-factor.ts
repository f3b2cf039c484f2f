import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import type { Role } from '#kit/permissions/roles.ts';
import { sealSecret } from '#people/sign-in/second-factor/sealed-secret.server.ts';
import { newTotpSecret, totpUri } from '#people/sign-in/second-factor/totp.server.ts';
import { authTwoFactors, authUsers } from '#people/sign-in/sign-in-tables.server.ts';
import { browser } from '#test/browser.ts';
import { authenticator } from '#test/stand-ins/authenticator.ts';
import { type TestApp, testSecret } from '#test/test-app.ts';
import { codeOf } from './totp.ts';

/** Gives a person an authenticator app, as if they had set it up; returns its setup URI. */
export async function giveTotp({ db }: Pick<TestApp, 'db'>, uid: string): Promise<string> {
  const secret = newTotpSecret();
  await db.insert(authTwoFactors).values({
    id: randomUUID(),
    userId: uid,
    secret: await sealSecret(secret, { secret: testSecret }),
  });
  return totpUri(secret, uid);
}

const password = 'a long password';
export type Page = ReturnType<typeof browser>;

/** People who sign in, set up and show second factors through the API. */
export const withSecondFactors = ({ app, db, services, clock }: TestApp) => ({
  /** A signed-in person with a verified e-mail. */
  async person(email: string, role: Role = 'donor') {
    const uid = await services.auth.createPerson({ email, password, role });
    await db.update(authUsers).set({ emailVerified: true }).where(eq(authUsers.id, uid));
    const page = browser(app);
    await page.signIn(email);
    await page.renew();
    return { uid, page };
  },

  /** Sets up an authenticator app; returns its URI and the response. */
  async setUpTotp(page: Page) {
    const begun = await page.post('/api/auth/totp/enable', { password });
    expect(begun.statusCode, begun.body).toBe(200);
    const { totpURI } = begun.json<{ totpURI: string }>();
    const code = codeOf(totpURI, 0, clock.now);
    const confirmed = await page.post('/api/auth/totp/confirm', { code });
    expect(confirmed.statusCode, confirmed.body).toBe(200);
    await page.renew();
    return { totpURI, ...confirmed.json<{ recoveryCodes: string[] | null }>() };
  },

  /** Adds a passkey and returns its device. */
  async addPasskey(page: Page, device = authenticator()) {
    const asked = await page.post('/api/auth/passkeys/registration-options', { password });
    expect(asked.statusCode, asked.body).toBe(200);
    const answer = device.create(asked.json().options);
    const added = await page.post('/api/auth/passkeys/register', { name: 'わたしの電話', answer });
    expect(added.statusCode, added.body).toBe(200);
    await page.renew();
    return { device, ...added.json<{ recoveryCodes: string[] | null }>() };
  },

  /** Signs in with a passkey, as the second step or alone. */
  async signInByPasskey(page: Page, device: ReturnType<typeof authenticator>, more = {}) {
    const { options } = (await page.post('/api/auth/passkeys/sign-in-options', {})).json();
    return page.post('/api/auth/passkeys/sign-in', { answer: device.get(options), ...more });
  },

  /** Moves the clock past the current code's lifetime. */
  wait(seconds = 31) {
    clock.now = new Date(clock.now.getTime() + seconds * 1000);
  },
});
