import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { attemptBudgets } from '#kit/limits/limit-tables.server.ts';
import type { OidcProvider } from '#people/sign-in/services/oidc-setting.server.ts';
import { authAccounts, authUsers } from '#people/sign-in/sign-in-tables.server.ts';
import { browser } from './browser.ts';
import { atProvider, oidcServer } from './stand-ins/oidc-server.ts';
import { atEnd, testApp, testOrigin } from './test-app.ts';

const password = 'a long password';

export type Page = ReturnType<typeof browser>;

/**
 * The API with a real OpenID provider, `test`, on this machine, and others; closed after the file's
 * tests. The product uses the real clock, since the provider does.
 */
export async function serviceApp({ others = [] as readonly OidcProvider[] } = {}) {
  const service = await oidcServer({ publicUrl: testOrigin });
  atEnd(() => service.close());
  const running = await testApp({
    now: new Date(),
    oidcProviders: [service.setting, { ...service.setting, id: 'other' }, ...others],
  });
  const { app, db, clock, services } = running;
  let count = 0;

  async function leave(page: Page, body: object = {}) {
    const departure = { service: 'test', page: 'login', ...body };
    const reply = await page.post('/api/auth/service/leave', departure);
    expect(reply.statusCode).toBe(200);
    return reply.json<{ url: string }>().url;
  }

  /** Returns from the provider; resolves to the address the browser is redirected to. */
  async function comeBack(page: Page, address: string) {
    // A navigation sends only cookies.
    page.carry(undefined);
    const reply = await page.get(address.replace(testOrigin, ''), {
      'sec-fetch-site': 'cross-site',
    });
    expect(reply.statusCode).toBe(303);
    return String(reply.headers.location);
  }

  async function signInThere(page: Page, sub: string, body: object = {}) {
    return comeBack(page, await atProvider().signIn(await leave(page, body), sub));
  }

  /**
   * Starts linking a service for a signed-in person, who re-authenticates by password; resolves to
   * the provider's address.
   */
  async function leaveToLink(page: Page, body: object = {}) {
    await page.renew();
    const link = { service: 'test', password, ...body };
    const reply = await page.post('/api/auth/service/tie', link);
    expect(reply.statusCode).toBe(200);
    return reply.json<{ url: string }>().url;
  }

  const person = async (email: string) =>
    (await db.select().from(authUsers).where(eq(authUsers.email, email)))[0];

  return {
    ...running,
    service,
    names: { firstName: '花子', lastName: '髙橋' },
    leave,
    comeBack,
    signInThere,
    leaveToLink,
    person,

    /** Links a person of the provider to a browser's account; resolves to the address it is redirected to. */
    async link(page: Page, sub: string) {
      return comeBack(page, await atProvider().signIn(await leaveToLink(page), sub));
    },

    /** A donor with a password, and a browser in which they are signed in. */
    async member(email: string) {
      const uid = await services.auth.createPerson({ email, password, role: 'donor' });
      const page = browser(app);
      expect((await page.signIn(email, password)).statusCode).toBe(200);
      await page.renew();
      return { uid, page };
    },

    /** Resets everything; returns a person at the provider with a verified e-mail. */
    async newPerson() {
      const sub = `person${++count}`;
      const email = `${sub}@example.jp`;
      const names = { family_name: '髙橋', given_name: '花子' };
      service.people.set(sub, { email, email_verified: true, ...names });
      service.tamper = undefined;
      clock.now = new Date();
      await db.delete(attemptBudgets);
      return { sub, email };
    },

    /** A browser after a registration through the provider. */
    async registered({ sub, email }: { sub: string; email: string }) {
      const page = browser(app);
      expect(await signInThere(page, sub)).toBe('/join#service=newcomer');
      const made = await page.post('/api/auth/sign-up/service', { email });
      expect(made.statusCode).toBe(200);
      await page.renew();
      const names = { firstName: '花子', lastName: '髙橋' };
      expect((await page.post('/api/users', names)).statusCode).toBe(201);
      return page;
    },

    /** A person's ways to sign in, by the names in the provider's table. */
    async linkedTo(uid: string) {
      const rows = await db.select().from(authAccounts).where(eq(authAccounts.userId, uid));
      return rows.map(({ providerId }) => providerId).sort();
    },

    isIn: async (page: Page) => (await page.renew()) !== undefined,
  };
}
