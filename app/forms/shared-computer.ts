const key = 'tasuki.shared-computer';
/** The choice where storage is forbidden, which then lasts as long as the page. */
let inMemory = false;

/** Whether the person said that others use this computer, too; holds until the tab is closed. */
export function isSharedComputer(): boolean {
  try {
    return inMemory || sessionStorage.getItem(key) !== null;
  } catch {
    return inMemory;
  }
}

/** Stores the choice; a shared computer forgets all else that this tab has stored. */
export function noteSharedComputer(isShared: boolean): void {
  inMemory = isShared;
  try {
    const stored = isShared ? Object.keys(sessionStorage) : [key];
    for (const one of stored) if (one.startsWith('tasuki.')) sessionStorage.removeItem(one);
    if (isShared) sessionStorage.setItem(key, '1');
  } catch {
    // Storage is forbidden: the choice in memory is used.
  }
}
