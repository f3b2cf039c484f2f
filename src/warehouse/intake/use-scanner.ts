import { useEffect, useEffectEvent } from 'react';
import { burstAfter, type KeyTarget, noKeys } from './scanner-keys.ts';

type TextControl = HTMLInputElement | HTMLTextAreaElement;

const typedElement = (): TextControl | undefined => {
  const { activeElement } = document;
  return activeElement instanceof HTMLInputElement || activeElement instanceof HTMLTextAreaElement
    ? activeElement
    : undefined;
};

/** Name of a field that handles scanned codes itself. */
export const codeFieldName = 'code';

function targetOf(element: TextControl | undefined): KeyTarget {
  if (!element) return 'nothing';
  return element.name === codeFieldName ? 'code-field' : 'field';
}

/** Restores a field to its text before the scan, through an event so that React notices. */
function restoreText(element: TextControl, text: string) {
  const prototype = Object.getPrototypeOf(element) as TextControl;
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(element, text);
  element.dispatchEvent(new Event('input', { bubbles: true }));
}

/** Listens to a hand scanner, whatever has the focus. What it typed into a field is removed again. */
export function useScanner(onScan: (code: string) => void): void {
  const scanned = useEffectEvent(onScan);
  useEffect(() => {
    let burst = noKeys;
    let before: { element: TextControl; text: string } | undefined;
    const listen = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.altKey || event.metaKey) return;
      const { key, code, timeStamp } = event;
      const element = typedElement();
      const after = burstAfter(burst, { key, code, atMs: timeStamp }, targetOf(element));
      if (after.burst.text.length === 1 && after.burst !== burst) {
        before = element && { element, text: element.value };
      }
      burst = after.burst;
      if (after.scanned === undefined) return;
      // A scanner's Enter presses no button and submits no form.
      event.preventDefault();
      event.stopPropagation();
      if (before) restoreText(before.element, before.text);
      before = undefined;
      scanned(after.scanned);
    };
    document.addEventListener('keydown', listen, { capture: true });
    return () => document.removeEventListener('keydown', listen, { capture: true });
  }, []);
}
