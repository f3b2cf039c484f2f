const hintKey = 'tasuki.signed-in';
/** The hint where the browser forbids storage: signing in then lasts as long as the page. */
let hintInMemory = false;

/** Whether somebody signed in with this browser and has not signed out since. */
export function hasHint(): boolean {
  try {
    return localStorage.getItem(hintKey) !== null;
  } catch {
    return hintInMemory;
  }
}

/** Notes that somebody is signed in (or no longer is); the other tabs are told by the storage event. */
export function setHint(isSignedIn: boolean): void {
  hintInMemory = isSignedIn;
  try {
    if (isSignedIn) localStorage.setItem(hintKey, `${Date.now()} ${Math.random()}`);
    else localStorage.removeItem(hintKey);
  } catch {
    // Storage is forbidden: what is in memory must do.
  }
}

/** Calls back when another tab signed in or out. Answers how to stop. */
export function onHintChange(listener: () => void): () => void {
  const heard = ({ key }: StorageEvent) => {
    if (key === hintKey || key === null) listener();
  };
  window.addEventListener('storage', heard);
  return () => window.removeEventListener('storage', heard);
}
