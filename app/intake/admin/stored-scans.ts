import { readStoredScan, type WaitingScan } from '#domain/intake/scan-queue.ts';

// Each scan has a place of its own in the device's storage, so that two tabs never write over each other. It holds
// what a label says and when it was read: nothing of anybody, and it goes once the house has answered.

const prefixOf = (uid: string) => `tasuki.scan.${uid}.`;

/** Stores a scan until the house has it; false where storage is full or forbidden. */
export function storeScan(uid: string, scan: WaitingScan): boolean {
  try {
    localStorage.setItem(prefixOf(uid) + scan.id, JSON.stringify(scan));
    return true;
  } catch {
    return false;
  }
}

/** What this person's device still has to send. */
export function storedScans(uid: string): WaitingScan[] {
  try {
    return Object.keys(localStorage)
      .filter((key) => key.startsWith(prefixOf(uid)))
      .flatMap((key) => readStoredScan(localStorage.getItem(key)) ?? []);
  } catch {
    return [];
  }
}

/** Forgets what the house has answered. */
export function forgetScans(uid: string, ids: readonly string[]): void {
  try {
    for (const id of ids) localStorage.removeItem(prefixOf(uid) + id);
  } catch {
    // Storage is forbidden: there was nothing.
  }
}
