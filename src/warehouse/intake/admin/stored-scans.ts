import { readStoredScan, type WaitingScan } from '#warehouse/intake/scan-queue.ts';

// Each scan has its own key in the device's storage, so that two tabs never overwrite each other. It holds the
// label's text and the time, no personal data, and is deleted once the server has answered.

const prefixOf = (uid: string) => `tasuki.scan.${uid}.`;

/** Stores a scan until the server has it; false where storage is full or forbidden. */
export function storeScan(uid: string, scan: WaitingScan): boolean {
  try {
    localStorage.setItem(prefixOf(uid) + scan.id, JSON.stringify(scan));
    return true;
  } catch {
    return false;
  }
}

/** The unsent scans of this person on this device. */
export function storedScans(uid: string): WaitingScan[] {
  try {
    return Object.keys(localStorage)
      .filter((key) => key.startsWith(prefixOf(uid)))
      .flatMap((key) => readStoredScan(localStorage.getItem(key)) ?? []);
  } catch {
    return [];
  }
}

/** Deletes the scans that the server has answered. */
export function forgetScans(uid: string, ids: readonly string[]): void {
  try {
    for (const id of ids) localStorage.removeItem(prefixOf(uid) + id);
  } catch {
    // Storage is forbidden: nothing was stored.
  }
}
