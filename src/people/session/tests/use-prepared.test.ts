import { useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import type { Session } from '#people/session/session.ts';
import { openHook } from '#test/stand-ins/page/open.tsx';

vi.mock('#people/session/session.ts', { spy: true });
// A test before this one may have loaded the hook with the real session.
vi.resetModules();
const { useSession } = await import('#people/session/session.ts');
const { usePrepared } = await import('#kit/client/use-prepared.ts');
afterEach(() => void vi.mocked(useSession).mockReset());

/** A page whose session loads when the test says so. */
const asking = (isKnown: boolean) =>
  openHook(() => {
    const [prepared, know] = useState(isKnown);
    vi.mocked(useSession).mockReturnValue({ prepared } as Session);
    return { ...usePrepared(), know };
  });

test('a submit before the session is loaded waits for it, and is sent once', async () => {
  const page = asking(false);
  const gone = vi.fn();
  expect(page.now.isWaiting).toBe(false);
  await page.do(({ whenPrepared }) => void whenPrepared().then(gone));
  expect(page.now.isWaiting).toBe(true);
  expect(gone).not.toHaveBeenCalled();
  await page.do(({ know }) => know(true));
  expect(page.now.isWaiting).toBe(false);
  expect(gone).toHaveBeenCalledOnce();
});

test('once the session is loaded, nothing waits', async () => {
  const page = asking(true);
  const gone = vi.fn();
  await page.do(({ whenPrepared }) => void whenPrepared().then(gone));
  expect(gone).toHaveBeenCalledOnce();
  expect(page.results.some(({ isWaiting }) => isWaiting)).toBe(false);
});
