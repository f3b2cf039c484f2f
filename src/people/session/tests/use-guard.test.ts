import { act } from 'react';
import { expect, test } from 'vitest';
import { type Room, roomApi, roomPath, useRoom } from '#organisations/room/use-room.ts';
import { reloadSession, signOut } from '#people/session/session.ts';
import { useGuard } from '#people/session/use-guard.ts';
import { apiServer } from '#test/stand-ins/page/api-server.ts';
import { openHook, openTab } from '#test/stand-ins/page/open.tsx';
import { signIn, signOutHere } from '#test/stand-ins/page/person.ts';

/** Opens a page with these route guards. */
const guarded = (tab: ReturnType<typeof openTab>, guard: string) =>
  openHook(
    useGuard,
    { path: '/mypage/account?from=top', route: '/mypage/account', handle: { guard } },
    tab,
  );

test('a page without a guard is shown to everybody', async () => {
  const tab = openTab();
  apiServer();
  await act(async () => reloadSession());
  expect(openHook(useGuard, { path: '/search' }, tab).now).toBeUndefined();
});

test('a guard that does not exist is named', async () => {
  expect(guarded(openTab(), 'nobody').now).toEqual({ unknownGuard: 'nobody' });
});

test('a visitor is led to the login, which returns here', async () => {
  const tab = openTab();
  apiServer();
  await act(async () => reloadSession());
  const page = guarded(tab, 'signed-in');
  await page.page.do(() => undefined);
  expect(page.page.at).toMatch(/^\/login\?/);
  expect(decodeURIComponent(page.page.at)).toContain('/mypage/account?from=top');
  expect(page.page.router.state.historyAction).toBe('REPLACE');
});

test('a signed-in person enters; a sign-out leads to the top page, an ended session to the login', async () => {
  const tab = openTab();
  const server = apiServer();
  await signIn(server, { uid: 'hana' });
  const page = guarded(tab, 'signed-in');
  expect(page.now).toBeUndefined();
  expect(page.page.at).toBe('/mypage/account?from=top');
  await page.page.do(() => void signOut());
  expect(page.page.at).toBe('/');
  await server.answer({});
  page.leave();

  await signIn(server, { uid: 'hana' });
  const other = guarded(tab, 'signed-in');
  await act(async () => signOutHere());
  expect(other.page.at).toMatch(/^\/login\?/);
});

test('the room of an organisation is what its layout hands down, at its own addresses', () => {
  const room = { mayChange: true } as Room;
  expect(openHook(useRoom, { outlet: room }).now).toBe(room);
  expect(roomApi('a/1')).toBe('/api/staff/associates/a%2F1');
  expect(roomApi('umi', '/thanks')).toBe('/api/staff/associates/umi/thanks');
  expect(roomPath('umi', 'thanks')).toBe('/staff/umi/thanks');
});
