/** Removes expired drafts on any page; loads the code for it only where there is a draft. */
export async function sweepDrafts(): Promise<void> {
  try {
    if (!JSON.stringify(localStorage).includes('tasuki.draft.')) return;
    (await import('./draft.ts')).deleteExpiredDrafts(localStorage, Date.now());
  } catch {
    // Storage is forbidden, or the chunk did not load: the next page tries again.
  }
}
