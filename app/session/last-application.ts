import { isSharedComputer } from '#app/forms/shared-computer.ts';

const key = 'tasuki.last-application';
/** As long as another submit may be the same one, sent from another tab (docs/product.md, Forms). */
export const lastApplicationLifeMs = 30 * 60_000;

/** Stores the number of an application that this browser has just sent; it proves nothing. */
export function noteLastApplication(appraisalId: string, nowMs: number): void {
  if (isSharedComputer()) return;
  try {
    localStorage.setItem(key, JSON.stringify({ appraisalId, sentAtMs: nowMs }));
  } catch {
    // Storage is forbidden: the other tabs have no draft either.
  }
}

/** The number of the application that a tab of this browser sent within half an hour. */
export function lastApplication(nowMs: number): string | undefined {
  try {
    const stored = JSON.parse(localStorage.getItem(key) ?? 'null');
    const ageMs = nowMs - stored?.sentAtMs;
    if (ageMs >= 0 && ageMs < lastApplicationLifeMs) return String(stored.appraisalId);
    localStorage.removeItem(key);
  } catch {
    // Storage is forbidden: nothing was stored.
  }
  return undefined;
}

/** Forgets it: the person applies once more on purpose, or signs out. */
export function forgetLastApplication(): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // Storage is forbidden: nothing was stored.
  }
}
