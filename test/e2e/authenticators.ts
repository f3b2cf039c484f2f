import type { CDPSession, Page } from '@playwright/test';
import { and, eq, like } from 'drizzle-orm';
import type { Role } from '#kit/permissions/roles.ts';
import { users } from '#people/accounts/account-tables.server.ts';
import {
  authTwoFactors,
  authUsers,
  authVerifications,
} from '#people/sign-in/sign-in-tables.server.ts';
import { codeOf } from '#test/factories/totp.ts';
import { expect, type Product } from './fixtures.ts';
import { uidOf, withDatabase } from './giving.ts';
import { newEmail, password } from './members.ts';
import { registerDirectly } from './signed-in.ts';

/** Second factors on the screens that ask for them. */

export const settings = '/mypage/account/two-factor';

/** A page's device: it creates passkeys and uses them without a prompt. */
export type Authenticator = {
  /** Whether its owner passes user verification. */
  recognise(isOwner: boolean): Promise<void>;
  /** Simulates its loss. */
  lose(): Promise<void>;
};

/** Adds a virtual authenticator, such as a phone's own, to a page's browser. */
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

/** Registers a person with a verified e-mail through the API; ends signed in. */
export async function joinProven(page: Page, product: Product): Promise<string> {
  const email = newEmail('proven');
  await registerDirectly(page, { email, password });
  await withDatabase(product, (db) =>
    db.update(authUsers).set({ emailVerified: true }).where(eq(authUsers.email, email)),
  );
  return email;
}

/**
 * Registers a person with a role, which normally only another operator could give; their sessions
 * have it at once.
 */
export async function joinAs(page: Page, product: Product, role: Role): Promise<string> {
  const email = await joinProven(page, product);
  await withDatabase(product, (db) =>
    // Old enough to decide: new deciders may not (docs/decisions/0014).
    db
      .update(users)
      .set({ role, createdAt: new Date('2026-01-05T00:00:00Z') })
      .where(eq(users.email, email)),
  );
  return email;
}

/** Simulates that ten minutes passed since the second factor was shown. */
export async function forgetShown(product: Product, email: string): Promise<void> {
  await withDatabase(product, async (db) => {
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

/** Simulates that the last code of an authenticator app has expired. */
export async function forgetLastCode(product: Product, email: string): Promise<void> {
  await withDatabase(product, async (db) => {
    const userId = await uidOf(db, email);
    await db
      .update(authTwoFactors)
      .set({ lastStep: null })
      .where(eq(authTwoFactors.userId, userId));
  });
}

/** Returns the codes on the screen, after confirming that they were saved. */
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

/** Reads and confirms the authenticator setup on the screen; returns its URI. */
export async function confirmApp(page: Page): Promise<string> {
  await expect(page.getByRole('img', { name: 'QRコード' })).toBeVisible();
  const setup = await page.getByRole('link', { name: '認証アプリで開く' }).getAttribute('href');
  await page.getByLabel(/^認証コード/).fill(codeOf(setup ?? ''));
  await page.getByRole('button', { name: '認証アプリを使う' }).click();
  return setup ?? '';
}

/** Adds a passkey on the open page of second factors. */
export async function addPasskey(page: Page, name?: string): Promise<void> {
  await page.getByRole('button', { name: 'パスキーを追加する' }).click();
  const dialog = page.getByRole('dialog', { name: 'パスキーを追加する' });
  if (name !== undefined) await dialog.getByLabel('パスキーの名前').fill(name);
  await dialog.getByLabel('いまのパスワード').first().fill(password);
  await dialog.getByRole('button', { name: 'パスキーを追加する' }).click();
}
