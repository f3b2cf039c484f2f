import type { CDPSession, Page } from '@playwright/test';
import { and, eq, like } from 'drizzle-orm';
import type { Role } from '#domain/auth/roles.ts';
import { users } from '#server/db/schema/accounts.ts';
import { authTwoFactors, authUsers, authVerifications } from '#server/db/schema/auth.ts';
import { codeOf } from '#test/factories/totp.ts';
import { expect, type Product } from './fixtures.ts';
import { behindItsBack, uidOf } from './giving.ts';
import { newEmail, password } from './members.ts';
import { registerDirectly } from './signed-in.ts';

/** What people show besides their password, on screens that ask for it. */

export const settings = '/mypage/account/two-factor';

/** The device of a page: it makes passkeys, and uses them without being asked. */
export type Authenticator = {
  /** Whether its owner lets it recognise them. */
  recognise(isOwner: boolean): Promise<void>;
  /** As if it had been lost. */
  lose(): Promise<void>;
};

/** Gives a page's browser an authenticator, such as a phone's own. */
export async function giveAuthenticator(page: Page): Promise<Authenticator> {
  const client: CDPSession = await page.context().newCDPSession(page);
  await client.send('WebAuthn.enable');
  const { authenticatorId } = await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    async recognise(isUserVerified) {
      await client.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified });
    },
    async lose() {
      await client.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId });
    },
  };
}

/** Registers somebody with a proven e-mail, without the form; ends signed in. */
export async function joinProven(page: Page, product: Product): Promise<string> {
  const email = newEmail('proven');
  await registerDirectly(page, { email, password });
  await behindItsBack(product, (db) =>
    db.update(authUsers).set({ emailVerified: true }).where(eq(authUsers.email, email)),
  );
  return email;
}

/** The same with a role, which only another operator could give; their sessions know of it at once. */
export async function joinAs(page: Page, product: Product, role: Role): Promise<string> {
  const email = await joinProven(page, product);
  await behindItsBack(product, (db) =>
    // Those who run the service do so for months: who is new decides on nothing (docs/decisions/0031).
    db
      .update(users)
      .set({ role, createdAt: new Date('2026-01-05T00:00:00Z') })
      .where(eq(users.email, email)),
  );
  return email;
}

/** As if the ten minutes after a second factor was shown were over. */
export async function forgetShown(product: Product, email: string): Promise<void> {
  await behindItsBack(product, async (db) => {
    const uid = await uidOf(db, email);
    await db
      .delete(authVerifications)
      .where(
        and(
          like(authVerifications.identifier, 'second-factor:%'),
          like(authVerifications.value, `${uid}%`),
        ),
      );
  });
}

/** As if the half minute of the last code of an authenticator app were over. */
export async function forgetLastCode(product: Product, email: string): Promise<void> {
  await behindItsBack(product, async (db) => {
    const userId = await uidOf(db, email);
    await db
      .update(authTwoFactors)
      .set({ lastStep: null })
      .where(eq(authTwoFactors.userId, userId));
  });
}

/** The codes that are on the screen, once they are kept. */
export async function keepRecoveryCodes(page: Page): Promise<string[]> {
  await expect(page.getByRole('heading', { name: '予備コードを控えてください' })).toBeVisible();
  const codes = await page
    .getByRole('main')
    .getByRole('list')
    .getByRole('listitem')
    .allInnerTexts();
  const found = codes.map((code) => code.trim()).filter((code) => /^[\w-]{8,}$/.test(code));
  expect(found).toHaveLength(10);
  await page.getByRole('button', { name: '保存しました' }).click();
  return found;
}

/** Reads the setup of an authenticator app that is on the screen, and confirms it; answers its URI. */
export async function confirmApp(page: Page): Promise<string> {
  await expect(page.getByRole('img', { name: 'QRコード' })).toBeVisible();
  const setup = await page.getByRole('link', { name: '認証アプリで開く' }).getAttribute('href');
  await page.getByLabel(/^認証コード/).fill(codeOf(setup ?? ''));
  await page.getByRole('button', { name: '認証アプリを使う' }).click();
  return setup ?? '';
}

/** Adds a passkey on the page of second factors, which is open. */
export async function addPasskey(page: Page, name?: string): Promise<void> {
  await page.getByRole('button', { name: 'パスキーを追加する' }).click();
  const dialog = page.getByRole('dialog', { name: 'パスキーを追加する' });
  if (name !== undefined) await dialog.getByLabel('パスキーの名前').fill(name);
  await dialog.getByLabel('いまのパスワード').first().fill(password);
  await dialog.getByRole('button', { name: 'パスキーを追加する' }).click();
}
