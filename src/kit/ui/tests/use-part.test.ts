import type { ComponentType } from 'react';
import { expect, test, vi } from 'vitest';
import { type Part, usePart } from '#kit/ui/use-part.ts';
import { openHook } from '#test/stand-ins/page/open.tsx';
import { quiet } from '#test/stand-ins/page/quiet.ts';

const Window: ComponentType = () => null;

/** A lazy part that the test loads or fails. */
function slowPart() {
  const loads: PromiseWithResolvers<ComponentType>[] = [];
  const load = vi.fn(() => {
    const loading = Promise.withResolvers<ComponentType>();
    loads.push(loading);
    return loading.promise;
  });
  return { loads, part: { load } as Part<object>, load };
}
function opened(part: Part<object>, isWanted = true) {
  const onFailed = vi.fn();
  const now = { isWanted };
  const hook = openHook(() => usePart(part, now.isWanted, onFailed));
  return {
    ...hook,
    onFailed,
    read: () => hook.now,
    want: (wanted: boolean) => (now.isWanted = wanted),
  };
}

test('a part that is not wanted is not loaded', () => {
  const { part, load } = slowPart();
  expect(opened(part, false).read()).toBeUndefined();
  expect(load).not.toHaveBeenCalled();
});

test('a part is there once its file has come, and at once on the next page', async () => {
  const { part, loads } = slowPart();
  const page = opened(part);
  expect(page.read()).toBeUndefined();
  loads[0]?.resolve(Window);
  await quiet();
  expect(page.read()).toBe(Window);
  expect(page.onFailed).not.toHaveBeenCalled();

  expect(opened(part).results).toEqual([Window]);
  expect(loads).toHaveLength(1);
});

test('a failed load is reported once', async () => {
  const { part, loads } = slowPart();
  const page = opened(part);
  const gone = new Error('no file');
  loads[0]?.reject(gone);
  await quiet();
  expect(page.read()).toBeUndefined();
  expect(page.onFailed).toHaveBeenCalledExactlyOnceWith(gone);
});

test('a page that was left is not notified of the load, which the next page reuses', async () => {
  const { part, loads } = slowPart();
  const page = opened(part);
  page.leave();
  loads[0]?.resolve(Window);
  await quiet();
  expect(page.results).toEqual([undefined]);
  expect(part.loaded).toBe(Window);

  const failing = slowPart();
  const left = opened(failing.part);
  left.leave();
  failing.loads[0]?.reject(new Error('no file'));
  await quiet();
  expect(left.onFailed).not.toHaveBeenCalled();
});
