/** Removes drafts that are over, whatever page is opened; loads what knows them only where there is one. */
export async function sweepDrafts(): Promise<void> {
  try {
    if (!JSON.stringify(localStorage).includes('tasuki.draft.')) return;
    (await import('./draft.ts')).dropExpiredDrafts(localStorage, Date.now());
  } catch {
    // Storage is forbidden, or the file did not come: the next page tries again.
  }
}
