import { act } from 'react';
import { expect, test } from 'vitest';
import { reloadSession } from '#app/session/session.ts';
import { usePerson } from '#app/session/use-person.ts';
import { usePrepared } from '#app/session/use-prepared.ts';
import { apiServer } from '#test/stand-ins/page/api-server.ts';
import { openHook, openTab } from '#test/stand-ins/page/open.tsx';
import { signIn, signOutHere } from '#test/stand-ins/page/person.ts';

test('a visitor is nobody; a person is there once signed in, and gone after the sign-out', async () => {
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

test('what may be sent only by a known person waits for the answer, and then goes', async () => {
  const tab = openTab();
  apiServer();
  await act(async () => reloadSession());
  const page = openHook(usePrepared, {}, tab);
  let hasGone = false;
  await page.do(async ({ whenPrepared }) => {
    await whenPrepared();
    hasGone = true;
  });
  expect(hasGone).toBe(true);
  expect(page.now.isWaiting).toBe(false);
});
