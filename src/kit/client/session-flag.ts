export const sessionFlagKey = 'tasuki.signed-in';
/** The session flag where storage is forbidden: signing in then lasts as long as the page. */
let flagInMemory = false;

/** Whether a person has signed in with this browser and not signed out since. */
export function hasSessionFlag(): boolean {
  try {
    return localStorage.getItem(sessionFlagKey) !== null;
  } catch {
    return flagInMemory;
  }
}

/** Stores whether a person is signed in; the storage event notifies other tabs. */
export function setSessionFlag(isSignedIn: boolean): void {
  flagInMemory = isSignedIn;
  try {
    if (isSignedIn) localStorage.setItem(sessionFlagKey, `${Date.now()} ${Math.random()}`);
    else localStorage.removeItem(sessionFlagKey);
  } catch {
    // Storage is forbidden: the flag in memory is used.
  }
}

/** Calls back when another tab signed in or out. Returns the unsubscribe function. */
export function onSessionFlagChange(listener: () => void): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    if (key === sessionFlagKey || key === null) listener();
  };
  window.addEventListener('storage', onStorage);
  return () => window.removeEventListener('storage', onStorage);
}
