import { act } from 'react';
import { expect, test, vi } from 'vitest';
import { openHook, openTab } from '#test/stand-ins/page/open.tsx';
import { quiet } from '#test/stand-ins/page/quiet.ts';
import { useLateUrl } from './associate-search.tsx';
import { searchFormChange, useChosenQuery } from './use-chosen-query.ts';

const query = (keyword: string) => ({ keyword }) as never;

test('the chosen query stays while the address catches up, and yields to an address from elsewhere', async () => {
  const address = { query: query('海') };
  const hook = openHook(() => useChosenQuery(address.query));
  expect(hook.now[0]).toEqual(query('海'));
  await hook.do(([, choose]) => choose(query('山')));
  expect(hook.now[0]).toEqual(query('山'));

  address.query = query('川');
  await hook.page.do(() => void hook.page.router.navigate('/?a', { state: searchFormChange }));
  expect(hook.now[0]).toEqual(query('山'));
  await hook.page.do(() => void hook.page.router.navigate('/?b'));
  expect(hook.now[0]).toEqual(query('川'));

  address.query = query('海');
  await hook.page.do(() => void hook.page.router.navigate(-1));
  expect(hook.now[0]).toEqual(query('海'));
});

/** A search form with a list that the test paints. */
function searching() {
  vi.useFakeTimers();
  const tab = openTab();
  const frames: (() => void)[] = [];
  vi.stubGlobal('requestAnimationFrame', (run: () => void) => frames.push(run));
  const hook = openHook(useLateUrl, { path: '/listing' }, tab);
  const hear = (event: string) =>
    hook.page.do(() => void tab.window.dispatchEvent(new Event(event)));
  const paint = async () => {
    for (const run of frames.splice(0)) run();
    act(() => void vi.runAllTimers());
    await quiet();
  };
  return { hook, hear, paint, follow: (url: string) => hook.do((to) => to(url)) };
}

test('the address follows the last change once the list is painted, as a change of the form', async () => {
  const { hook, follow, paint } = searching();
  await follow('/listing?a');
  await follow('/listing?b');
  expect(hook.page.at).toBe('/listing');
  await paint();
  expect(hook.page.at).toBe('/listing?b');
  expect(hook.page.router.state.location.state).toEqual(searchFormChange);
  expect(hook.page.router.state.historyAction).toBe('REPLACE');
});

test('a click finds the address where it belongs', async () => {
  const { hook, follow, hear, paint } = searching();
  await follow('/listing?a');
  await hear('click');
  expect(hook.page.at).toBe('/listing?a');
  await hook.page.do(() => void hook.page.router.navigate('/elsewhere'));
  await paint();
  expect(hook.page.at).toBe('/elsewhere');
});

test('the late address is dropped on Back or on leaving', async () => {
  const { hook, follow, hear, paint } = searching();
  await follow('/listing?a');
  await hear('popstate');
  await paint();
  expect(hook.page.at).toBe('/listing');
  await follow('/listing?b');
  hook.leave();
  await paint();
  expect(hook.page.at).toBe('/listing');
});
