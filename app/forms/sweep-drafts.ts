/** Removes drafts that are over, whatever page is opened; loads what knows them only where there is one. */
export async function sweepDrafts(): Promise<void> {
  try {
    if (!Object.keys(localStorage).some((key) => key.startsWith('tasuki.draft.'))) return;
    const { dropExpiredDrafts } = await import('./draft.ts');
    dropExpiredDrafts(localStorage, Date.now());
  } catch {
    // Storage is forbidden, or the file did not come: the next page tries again.
  }
}
