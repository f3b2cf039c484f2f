const key = 'tasuki.sign-out-due';

/** Stores that a sign-out has not reached the server yet: the cookie may outlive this page. */
export function noteSignOut(isDue: boolean): void {
  try {
    if (isDue) localStorage.setItem(key, '1');
    else localStorage.removeItem(key);
  } catch {
    // Storage is forbidden: only this page can retry.
  }
}

export function isSignOutDue(): boolean {
  try {
    return localStorage.getItem(key) !== null;
  } catch {
    return false;
  }
}
