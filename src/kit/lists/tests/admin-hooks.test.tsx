import { act } from 'react';
import { expect, test, vi } from 'vitest';
import { useIsPhone } from '#kit/lists/use-is-phone.ts';
import { refreshMenuCounts, useMenuCounts } from '#kit/lists/use-menu-counts.ts';
import { useMayEdit } from '#organisations/associates/admin/use-may-edit.ts';
import { apiServer } from '#test/stand-ins/page/api-server.ts';
import { open, openHook, openTab } from '#test/stand-ins/page/open.tsx';
import { signIn } from '#test/stand-ins/page/person.ts';
import { quiet } from '#test/stand-ins/page/quiet.ts';
import { codeFieldName, useScanner } from '#warehouse/intake/use-scanner.ts';

const counts = (page: string) => `GET /api/office/menu-counts#${page}`;

test('the counts load on each page, every minute while visible, and after a step', async () => {
  vi.useFakeTimers();
  const server = apiServer();
  const hook = openHook(() => useMenuCounts(true), { path: '/admin/a' });
  const minute = async () => {
    act(() => void vi.advanceTimersByTime(60_000));
    await quiet();
  };
  expect(hook.now).toEqual({});
  await server.answer({ inbox: 2 });
  expect(hook.now).toEqual({ inbox: 2 });
  await hook.page.do(() => void hook.page.router.navigate('/admin/b'));
  expect(server.waiting).toEqual([counts('/admin/b')]);
  expect(hook.now).toEqual({ inbox: 2 });
  await server.answer({ inbox: 3 });
  await minute();
  expect(server.waiting).toEqual([counts('/admin/b')]);
  await server.answer({ inbox: 4 });
  await hook.page.do(refreshMenuCounts);
  expect(server.waiting).toEqual([counts('/admin/b')]);
  await server.answer({ inbox: 5 });
  expect(hook.now).toEqual({ inbox: 5 });

  hook.tab.look('hidden');
  await minute();
  expect(server.waiting).toEqual([]);
  hook.tab.look('visible');
  const timers = vi.getTimerCount();
  hook.leave();
  expect(vi.getTimerCount()).toBe(timers - 1);
  await minute();
  refreshMenuCounts();
  await quiet();
  expect(server.waiting).toEqual([]);
});

test('without a menu no counts are requested', async () => {
  vi.useFakeTimers();
  const server = apiServer();
  const hook = openHook(() => useMenuCounts(false));
  act(() => void vi.advanceTimersByTime(60_000));
  await hook.page.do(refreshMenuCounts);
  expect(server.asked).toEqual([]);
  expect(hook.now).toEqual({});
});

/** A screen with two fields and a scanner; keys come 5 ms apart. */
function scanned() {
  const onScan = vi.fn();
  const screen = () => {
    useScanner(onScan);
    return (
      <>
        <input aria-label="メモ" defaultValue="箱は" />
        <input aria-label="番号" name={codeFieldName} />
      </>
    );
  };
  const page = open(screen);
  let time = 1_000;
  const key = (name: string, more: object = {}) => {
    time += 5;
    const event = new Event('keydown', { bubbles: true, cancelable: true });
    const activeElement = page.tab.document.activeElement ?? page.tab.document.body;
    Object.defineProperty(event, 'timeStamp', { value: time });
    activeElement.dispatchEvent(Object.assign(event, { key: name, code: '', ...more }));
    const field = activeElement as unknown as { value?: string };
    if (!event.defaultPrevented && name.length === 1 && field.value !== undefined) {
      Object.assign(activeElement, { value: field.value + name });
    }
    return event;
  };
  const scan = (code: string, more?: object) => {
    for (const letter of code) key(letter, more);
    return key('Enter', more);
  };
  return {
    page,
    onScan,
    scan,
    key,
    focus: (name: string) => page.do(() => page.find('input', name).focus()),
  };
}

test('what a scanner reads is heard, and its Enter presses nothing', () => {
  const { onScan, scan } = scanned();
  expect(scan('TS-12345').defaultPrevented).toBe(true);
  expect(onScan).toHaveBeenCalledExactlyOnceWith('TS-12345');
});

test('what a scanner typed into a field is taken out again', async () => {
  const { page, onScan, scan, focus } = scanned();
  await focus('メモ');
  scan('TS-12345');
  expect(onScan).toHaveBeenCalledExactlyOnceWith('TS-12345');
  expect(page.valueOf('メモ')).toBe('箱は');
});

test('the field for codes keeps what is read into it', async () => {
  const { page, onScan, scan, focus } = scanned();
  await focus('番号');
  scan('TS-12345');
  expect(onScan).not.toHaveBeenCalled();
  expect(page.valueOf('番号')).toBe('TS-12345');
});

test.each(['ctrlKey', 'altKey', 'metaKey'])('keys with %s are not a scan', (held) => {
  const { onScan, scan } = scanned();
  expect(scan('TS-12345', { [held]: true }).defaultPrevented).toBe(false);
  expect(onScan).not.toHaveBeenCalled();
});

test('a screen that was left no longer listens to the scanner', () => {
  const { page, onScan, scan } = scanned();
  page.leave();
  scan('TS-12345');
  expect(onScan).not.toHaveBeenCalled();
});

test('rows stand as cards on a phone, also after it was turned', async () => {
  const tab = openTab();
  const asked = vi.fn(() => tab.media);
  vi.stubGlobal('matchMedia', asked);
  const hook = openHook(useIsPhone, {}, tab);
  expect(asked).toHaveBeenCalledWith('(width < 48rem)');
  expect(hook.now).toBe(false);
  tab.media.matches = true;
  await hook.page.do(() => void tab.media.dispatchEvent(new Event('change')));
  expect(hook.now).toBe(true);
});

test.each([
  ['operator', true],
  ['accountant', false],
  ['warehouse', false],
] as const)('%s: may change organisations %s', async (role, mayEdit) => {
  const tab = openTab();
  await signIn(apiServer(), { role });
  expect(openHook(useMayEdit, {}, tab).now).toBe(mayEdit);
});
