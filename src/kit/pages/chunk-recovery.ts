import type { ComponentType } from 'react';

declare global {
  interface Window {
    /** Defined by recovery-script.ts. */
    reloadOnce?: (to?: string) => boolean;
  }
}

/**
 * Asks the script in the page (recovery-script.ts) for help when a chunk did not load: true when
 * the page is being reloaded, or `to` loaded in its place; false when that was tried
 * before or cannot help.
 */
export function isReloadingFor(to?: string): boolean {
  return window.reloadOnce?.(to) ?? false;
}

/** The replacement of a page that can't be loaded, set by the root. */
export const missingPage: { component: ComponentType } = { component: () => null };

/** Thrown in place of a lazy part whose code does not load even after a reload. */
export class MissingChunk extends Error {}

/** Called when a page or a part of it can't be loaded even after a reload. */
export const missingChunkMessage =
  'ページの一部を読み込めませんでした。電波の状態をお確かめのうえ、しばらくしてからもう一度お試しください。';
