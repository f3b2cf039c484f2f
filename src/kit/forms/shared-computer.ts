const key = 'tasuki.shared-computer';
/** The choice, where storage is forbidden; it then lasts as long as the page. */
let inMemory = false;

/** Whether the person marked this computer as shared; lasts until the tab is closed. */
export function isSharedComputer(): boolean {
  try {
    return inMemory || sessionStorage.getItem(key) !== null;
  } catch {
    return inMemory;
  }
}

/** Stores the choice; a shared computer drops everything else that this tab has stored. */
export function storeSharedComputer(isShared: boolean): void {
  inMemory = isShared;
  try {
    const stored = isShared ? Object.keys(sessionStorage) : [key];
    for (const one of stored) if (one.startsWith('tasuki.')) sessionStorage.removeItem(one);
    if (isShared) sessionStorage.setItem(key, '1');
  } catch {
    // Storage is forbidden: the choice stays in memory.
  }
}
