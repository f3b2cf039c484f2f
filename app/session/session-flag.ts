export const sessionFlagKey = 'tasuki.signed-in';
/** The hint where the browser forbids storage: signing in then lasts as long as the page. */
let flagInMemory = false;

/** Whether somebody signed in with this browser and has not signed out since. */
export function hasSessionFlag(): boolean {
  try {
    return localStorage.getItem(sessionFlagKey) !== null;
  } catch {
    return flagInMemory;
  }
}

/** Notes that somebody is signed in (or no longer is); the other tabs are told by the storage event. */
export function setSessionFlag(isSignedIn: boolean): void {
  flagInMemory = isSignedIn;
  try {
    if (isSignedIn) localStorage.setItem(sessionFlagKey, `${Date.now()} ${Math.random()}`);
    else localStorage.removeItem(sessionFlagKey);
  } catch {
    // Storage is forbidden: what is in memory must do.
  }
}

/** Calls back when another tab signed in or out. Answers how to stop. */
export function onSessionFlagChange(listener: () => void): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    if (key === sessionFlagKey || key === null) listener();
  };
  window.addEventListener('storage', onStorage);
  return () => window.removeEventListener('storage', onStorage);
}
