import type { browser } from '#test/browser.ts';
import type { TestApp } from '#test/test-app.ts';
import { mailedToken } from './mailed-token.ts';

type Move = { email: string; newEmail: string; password?: string };

/**
 * Changes the e-mail of the signed-in person: requests it, opens the link at the new address,
 * renews the token.
 */
export async function moveEmail(
  db: TestApp['db'],
  page: ReturnType<typeof browser>,
  body: Move,
): Promise<void> {
  const asked = await page.post('/api/auth/change-email', body);
  if (asked.statusCode !== 200) throw new Error(`not asked for: ${asked.body}`);
  const token = await mailedToken(db, 'confirm-email-change', body.newEmail);
  const moved = await page.post('/api/auth/verify-email', { token });
  if (moved.statusCode !== 200) throw new Error(`not confirmed: ${moved.body}`);
  await page.renew();
}
