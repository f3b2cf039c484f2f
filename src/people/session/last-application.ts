import { isSharedComputer } from '#kit/forms/shared-computer.ts';

const key = 'tasuki.last-application';
/** Period in which another submit may be the same one, sent from another tab (docs/product.md, Forms). */
export const lastApplicationLifeMs = 30 * 60_000;

/** Stores the number of an application just sent by this browser; not used as a credential. */
export function noteLastApplication(appraisalId: string, nowMs: number): void {
  if (isSharedComputer()) return;
  try {
    localStorage.setItem(key, JSON.stringify({ appraisalId, sentAtMs: nowMs }));
  } catch {
    // Storage is forbidden: the other tabs have no draft either.
  }
}

/** The number of the application that this browser sent within the last half hour. */
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

/** Deletes the number: the person applies again on purpose, or signs out. */
export function forgetLastApplication(): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // Storage is forbidden: nothing was stored.
  }
}
