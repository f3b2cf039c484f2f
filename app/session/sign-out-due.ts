const key = 'tasuki.sign-out-due';

/** Notes that the server has yet to be told of a sign-out: the cookie may outlive this page. */
export function noteSignOut(isDue: boolean): void {
  try {
    if (isDue) localStorage.setItem(key, '1');
    else localStorage.removeItem(key);
  } catch {
    // Storage is forbidden: this page alone can tell the server.
  }
}

export function isSignOutDue(): boolean {
  try {
    return localStorage.getItem(key) !== null;
  } catch {
    return false;
  }
}
