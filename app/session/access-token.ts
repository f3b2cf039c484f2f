/**
 * The bearer token: in this page's memory only, some minutes long. A cookie that scripts cannot read
 * renews it; a local hint says whether asking is worth it, so that visitors cause no refusals.
 */

const hintKey = 'tasuki.signed-in';
/** A token is renewed this long before it ends, so that no request meets its end. */
const renewBeforeMs = 30_000;

let current: { token: string; endsAtMs: number } | undefined;
let renewing: Promise<string | undefined> | undefined;

/** Whether somebody signed in with this browser and has not signed out since. */
export function hasHint(): boolean {
  try {
    return localStorage.getItem(hintKey) !== null;
  } catch {
    return false;
  }
}

/** Notes that somebody is signed in (or no longer is); the other tabs are told by the storage event. */
export function setHint(isSignedIn: boolean): void {
  try {
    if (isSignedIn) localStorage.setItem(hintKey, String(Date.now()));
    else localStorage.removeItem(hintKey);
  } catch {
    // Storage is forbidden: signing in lasts as long as the page.
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

function endOf(token: string): number {
  try {
    const payload = token.split('.')[1] ?? '';
    const { exp } = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')));
    return Number(exp) * 1000;
  } catch {
    return 0;
  }
}

async function renew(): Promise<string | undefined> {
  const response = await fetch('/api/auth/token');
  if (response.status === 401) {
    forgetToken();
    setHint(false);
    return undefined;
  }
  if (!response.ok) throw new Error(`the token could not be renewed: ${response.status}`);
  const { token } = (await response.json()) as { token: string };
  current = { token, endsAtMs: endOf(token) };
  return token;
}

/** A token that is still valid, or undefined for a visitor. Throws when the server gives no answer. */
export async function accessToken({ isFresh = false } = {}): Promise<string | undefined> {
  if (!isFresh && current && Date.now() < current.endsAtMs - renewBeforeMs) return current.token;
  if (!hasHint() && !isFresh) return undefined;
  renewing ??= renew().finally(() => {
    renewing = undefined;
  });
  return renewing;
}

/** Drops the token from memory: after signing out, or when the session was renewed. */
export function forgetToken(): void {
  current = undefined;
}
