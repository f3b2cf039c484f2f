import { refuse } from '#domain/errors/refusal.ts';
import { notifySessionLost } from './session-end-events.ts';
import { hasSessionFlag, setSessionFlag } from './session-flag.ts';

/**
 * The bearer token: in this page's memory only, some minutes long. A cookie that scripts cannot read
 * renews it; a local hint says whether asking is worth it, so that visitors cause no refusals.
 */

/** A token is renewed this long before it ends, so that no request meets its end. */
const renewBeforeMs = 30_000;

let current: { token: string; endsAtMs: number } | undefined;
let renewing: Promise<string | undefined> | undefined;
/** Rises when the token is dropped: an answer that was on its way is of the session before. */
let epoch = 0;

/** What a token says of itself; the server judges it, the browser only reads it. */
export function claimsOf(token: string): Record<string, unknown> {
  try {
    const payload = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
    return JSON.parse(atob(payload));
  } catch {
    return {};
  }
}

async function renew(): Promise<string | undefined> {
  const startEpoch = epoch;
  const response = await fetch('/api/auth/token');
  if (startEpoch !== epoch) return accessToken();
  if (response.status === 401) {
    forgetToken();
    setSessionFlag(false);
    notifySessionLost();
    return undefined;
  }
  if (!response.ok) {
    const type = response.status === 503 ? 'ServiceUnavailable' : 'InternalError';
    throw refuse(type, 'ただいま混み合っています。少し時間をおいて、もう一度お試しください。');
  }
  const { token } = (await response.json()) as { token: string };
  if (startEpoch !== epoch) return accessToken();
  const { iat, exp } = claimsOf(token);
  // Its life is measured from now on: the clocks of people's devices are often wrong.
  const lifeMs = (Number(exp) - Number(iat)) * 1000;
  current = { token, endsAtMs: performance.now() + lifeMs };
  return token;
}

/** A token that is still valid, or undefined for a visitor. Throws when the server gives no answer. */
export async function accessToken({ isFresh = false } = {}): Promise<string | undefined> {
  if (!isFresh && current && performance.now() < current.endsAtMs - renewBeforeMs) {
    return current.token;
  }
  if (!hasSessionFlag() && !isFresh) return undefined;
  if (!renewing) {
    const started = renew().finally(() => {
      if (renewing === started) renewing = undefined;
    });
    renewing = started;
  }
  return renewing;
}

/** Drops the token from memory: after signing out, or when the session was renewed. */
export function forgetToken(): void {
  current = undefined;
  renewing = undefined;
  epoch += 1;
}
