import type { BrowserContext, Page } from '@playwright/test';
import { sessionFlagKey } from '#kit/client/session-flag.ts';
import type { Role } from '#kit/permissions/roles.ts';
import { sampleSignIn } from './donating.ts';
import { expect, type Product } from './fixtures.ts';
import { hydrated } from './page-checks.ts';

/** Signs in through the API, for tests that are about something else. */

type Credentials = { email: string; password: string };
type Cookies = Parameters<BrowserContext['addCookies']>[0];

/** Sessions of the sample's people on this worker's server, each started once. */
const sessions = new Map<Role, Cookies>();

/** Continues as a person of the sample; ends on an empty page. */
export async function signInAs(page: Page, product: Product, role: Role): Promise<void> {
  const context = page.context();
  await context.addCookies(sessions.get(role) ?? []);
  await openEmpty(page);
  // A test may have signed them out.
  if (!(await context.request.get('/api/auth/token')).ok()) {
    await post(page, '/api/auth/sign-in/email', sampleSignIn(product.output(), role));
    sessions.set(role, await context.cookies());
  }
  await flagSession(page);
}

/** Opens a page as a person of the sample, and waits until it is hydrated. */
export async function openAs(
  page: Page,
  product: Product,
  role: Role,
  path: string,
): Promise<void> {
  await signInAs(page, product, role);
  await page.goto(path);
  await hydrated(page);
}

/** Signs in a registered person; ends on an empty page. */
export async function signInDirectly(page: Page, credentials: Credentials): Promise<void> {
  await openEmpty(page);
  await post(page, '/api/auth/sign-in/email', credentials);
  await flagSession(page);
}

/** Registers 髙橋 花子; ends signed in, on an empty page. */
export async function registerDirectly(page: Page, credentials: Credentials): Promise<void> {
  await openEmpty(page);
  await post(page, '/api/auth/sign-up/email', credentials);
  const { token } = await (await page.request.get('/api/auth/token')).json();
  const names = { lastName: '髙橋', firstName: '花子' };
  await post(page, '/api/users', names, { authorization: `Bearer ${token}` });
  await flagSession(page);
}

/** A page of the product, so that it shares its storage, without scripts. */
async function openEmpty(page: Page): Promise<void> {
  await page.goto('/robots.txt');
}

async function post(
  page: Page,
  path: string,
  data: object,
  headers: Record<string, string> = {},
): Promise<void> {
  const { origin } = new URL(page.url());
  const answer = await page.request.post(path, { data, headers: { origin, ...headers } });
  expect(answer.ok(), `${path}: ${answer.status()}`).toBe(true);
}

/** Besides the cookie, which scripts cannot see, pages look for this flag. */
const flagSession = (page: Page): Promise<void> =>
  page.evaluate((key) => localStorage.setItem(key, 'signed in by a test'), sessionFlagKey);
