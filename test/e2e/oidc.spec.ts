import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type OidcServer, oidcServer } from '#test/oidc-server.ts';
import { freePort, removeDataDir, type ServerProcess, startServer } from '#test/server-process.ts';
import { expect, test } from './fixtures.ts';
import { expectAccessible } from './page-checks.ts';

// The product with OIDC_PROVIDERS set, and a real OpenID provider on this machine.

let dataDir: string;
let server: ServerProcess | undefined;
let service: OidcServer;

test.use({ baseURL: '' });
test.beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'tasuki-oidc-'));
  const port = String(await freePort());
  service = await oidcServer({ publicUrl: `http://localhost:${port}`, id: 'line', name: 'LINE' });
  service.people.set('花子', {
    email: 'hanako@example.com',
    email_verified: true,
    family_name: '髙橋',
    given_name: '花子',
  });
  server = await startServer(dataDir, {
    PORT: port,
    SAMPLE_DATA: 'off',
    OIDC_PROVIDERS: JSON.stringify([service.setting]),
  });
});
test.afterAll(async () => {
  await server?.stop();
  await service.close();
  await removeDataDir(dataDir);
});

test('a visitor registers by a service, signs in by it to where they wanted to go, and closes the account by it @phone', async ({
  page,
}) => {
  const url = server?.url ?? '';
  // From a guarded page to the service, where they change their mind.
  await page.goto(`${url}/mypage/account`);
  await expect(page).toHaveURL(/\/login\?back=/);
  await page.getByRole('button', { name: 'LINEでログイン' }).click();
  await page.getByRole('link', { name: 'やめる' }).click();
  await expect(page.getByRole('alert')).toContainText('ログインは行われませんでした');
  await expectAccessible(page);

  // Once more: nobody knows them yet, so they register with what the service tells.
  await page.getByRole('button', { name: 'LINEでログイン' }).click();
  await page.getByRole('link', { name: '花子としてログイン' }).click();
  await expect(page).toHaveURL(/\/join\?back=/);
  await expect(page.getByLabel(/^姓/)).toHaveValue('髙橋');
  await expect(page.getByLabel('メールアドレス')).toHaveValue('hanako@example.com');
  await expectAccessible(page);
  await page.getByLabel('利用規約に同意します').check();
  await page.getByRole('button', { name: '登録する', exact: true }).click();
  await expect(page).toHaveURL(/\/mypage\/account$/);
  const ways = page.getByRole('region', { name: 'ログインの方法' });
  await expect(ways).toContainText('まだ決めていません');
  await expect(ways).toContainText('つながっています');

  // Out, and in again by way of a guarded page: straight back to it.
  await page.goto(`${url}/goodbye`);
  await page.evaluate(async () => {
    await fetch('/api/auth/sign-out', { method: 'POST' });
    localStorage.clear();
  });
  await page.goto(`${url}/mypage/account/erase`);
  await expect(page).toHaveURL(/\/login\?back=/);
  await page.getByRole('button', { name: 'LINEでログイン' }).click();
  await expect(page).toHaveURL(/\/mypage\/account\/erase$/);
  await expect(page.getByRole('heading', { name: '退会', level: 1 })).toBeVisible();

  // What a password would be asked for, the service is asked for anew.
  await page.getByLabel('消去した内容は元に戻せないことを確認しました').check();
  await page.getByRole('button', { name: '退会する' }).click();
  await expect(page.getByRole('dialog')).toContainText('もう一度ログインしてから');
  await page.getByRole('dialog').getByRole('button', { name: '閉じる' }).last().click();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'LINEで確認する' }).click();
  await page.getByRole('link', { name: '花子としてログイン' }).click();
  await expect(
    page.getByRole('status').filter({ hasText: 'ご本人の確認ができました' }),
  ).toBeVisible();
  await page.getByLabel('消去した内容は元に戻せないことを確認しました').check();
  await page.getByRole('button', { name: '退会する' }).click();
  await expect(page).toHaveURL(/\/goodbye$/);
});
