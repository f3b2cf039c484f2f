import type { ComponentType } from 'react';

declare global {
  interface Window {
    /** Defined by recovery-script.ts. */
    reloadOnce?: (to?: string) => boolean;
  }
}

/**
 * Asks the script in the page (recovery-script.ts) for help when a chunk did not come: true when the
 * page is being reloaded, or `to` loaded in its place; false when that was tried before or can't help.
 */
export function isReloadingFor(to?: string): boolean {
  return window.reloadOnce?.(to) ?? false;
}

/** What stands in the place of a page that can't be loaded: set by the root, which has it anyway. */
export const missingPage: { component: ComponentType } = { component: () => null };

/** Told where a page or a part of it can't be loaded although the page was reloaded for it. */
export const missingChunkMessage =
  'ページの一部を読み込めませんでした。電波の状態をお確かめのうえ、しばらくしてからもう一度お試しください。';
