import { act } from 'react';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { sessionFlagKey } from '#kit/client/session-flag.ts';
import { useForm } from '#kit/forms/use-form.ts';
import { listenToSession, reloadSession, signOut } from '#people/session/session.ts';
import { usePerson } from '#people/session/use-person.ts';
import { apiServer } from '#test/stand-ins/page/api-server.ts';
import { openHook, openTab } from '#test/stand-ins/page/open.tsx';
import { signIn, signOutHere } from '#test/stand-ins/page/person.ts';

test('a visitor has no session; a person has one from sign-in to sign-out', async () => {
  const tab = openTab();
  const server = apiServer();
  const page = openHook(usePerson, {}, tab);
  await act(async () => reloadSession());
  expect(page.now).toBeUndefined();
  await signIn(server, { uid: 'hana', account: { email: 'hana@example.jp' } });
  expect(page.now).toMatchObject({ uid: 'hana', account: { email: 'hana@example.jp' } });
  await signOutHere();
  expect(page.now).toBeUndefined();
});

test('a sign-out during loading stays, even when the response arrives later', async () => {
  const tab = openTab();
  const page = openHook(usePerson, {}, tab);
  await signIn(apiServer(), { uid: 'hana' });
  const server = apiServer({ 'POST /api/auth/sign-out': {} });
  await page.do(() => void reloadSession());
  const asked = server.waiting;
  expect(asked).toContain('GET /api/users/account');
  await page.do(() => void signOut());
  expect(page.now).toBeUndefined();
  for (const to of asked) await server.answer({ uid: 'hana' }, { to });
  expect(page.now).toBeUndefined();
});

/** Opens a page, with or without a form, and ends the session from another tab. */
async function endedElsewhere(hasForm: boolean) {
  const tab = openTab();
  await signIn(apiServer(), { uid: 'hana' });
  const page = openHook(
    () => {
      const form = useForm({ schema: z.object({ name: z.string() }), initial: { name: '' } });
      return { form, person: usePerson() };
    },
    { path: '/mypage/account' },
    tab,
  );
  const bare = openHook(usePerson, { path: '/mypage/account' }, tab);
  if (!hasForm) page.leave();
  const stop = listenToSession();
  localStorage.removeItem(sessionFlagKey);
  const event = Object.assign(new Event('storage'), { key: sessionFlagKey });
  await bare.page.do(() => void tab.window.dispatchEvent(event));
  stop();
  return { bare };
}

test('a page with a form stays after a sign-out in another tab, until it is left', async () => {
  const { bare } = await endedElsewhere(true);
  expect(bare.now?.uid).toBe('hana');
  await bare.page.do(() => void bare.page.router.navigate('/elsewhere'));
  expect(bare.now).toBeUndefined();
});

test('a page without a form knows at once that its person is signed out', async () => {
  const { bare } = await endedElsewhere(false);
  expect(bare.now).toBeUndefined();
});
