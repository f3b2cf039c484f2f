import { onTestFinished, vi } from 'vitest';

// Saved before a test stops the clock.
const { setImmediate } = globalThis;
const pages = new Set<() => void>();

/** Registers a page; the returned function leaves it, once. */
export function leaving(leave: () => void): () => void {
  const once = () => {
    if (pages.delete(once)) leave();
  };
  pages.add(once);
  return once;
}

/** Unmounts all pages when the test ends, then restores the globals. */
export function undoGlobals(close?: () => Promise<void>): void {
  onTestFinished(async () => {
    for (const leave of pages) leave();
    await new Promise((resolve) => setImmediate(resolve));
    vi.unstubAllGlobals();
    vi.useRealTimers();
    await close?.();
  });
}
