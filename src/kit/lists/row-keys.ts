import { type RefObject, useEffect, useEffectEvent } from 'react';

/** Controls that take text; a tick box does not. */
const textControls =
  'textarea, select, input:not([type=checkbox], [type=radio], [type=button]), [contenteditable]';

/** Whether a key press is a shortcut: no text is being typed, and no dialog is open. */
export function isShortcut(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return false;
  const isTyping = event.target instanceof Element && event.target.closest(textControls) !== null;
  return !isTyping && document.querySelector('dialog[open]') === null;
}

/** Attributes of each row of a list, so that the shortcuts find it. */
export const rowAttributes = { 'data-row': '', tabIndex: -1 } as const;

/** The row's link: its own, or its only one. */
const rowLink = (row: HTMLElement) =>
  row.querySelector<HTMLElement>('a[data-opens]') ?? row.querySelector<HTMLElement>('a[href]');

/**
 * j and k move the focus to the next and the previous row's link, which Enter then follows; x ticks the row; ? opens
 * the help.
 */
export function useRowKeys(list: RefObject<HTMLElement | null>, onHelp: () => void) {
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    if (!isShortcut(event)) return;
    if (event.key === '?') onHelp();
    else if (event.key === 'x') {
      const row = document.activeElement?.closest<HTMLElement>('[data-row]');
      row?.querySelector<HTMLElement>('input[type=checkbox]')?.click();
    } else if (event.key === 'j' || event.key === 'k') {
      const rows = [...(list.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])];
      const now = rows.findIndex((row) => row.contains(document.activeElement));
      const next = rows[event.key === 'j' ? now + 1 : Math.max(0, now - 1)];
      if (!next) return;
      (rowLink(next) ?? next).focus({ preventScroll: true });
      next.scrollIntoView({ block: 'nearest' });
    } else return;
    event.preventDefault();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => handleKey(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}
