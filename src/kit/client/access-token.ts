import { refuse } from '#kit/errors/refusal.ts';
import { refusalIn } from './refusal-in.ts';
import { notifySessionLost } from './session-end-events.ts';
import { hasSessionFlag, setSessionFlag } from './session-flag.ts';

/**
 * The bearer token: kept in this page's memory only, valid for some minutes. An HttpOnly cookie renews it; a local
 * session flag says whether to try, so that visitors cause no refused requests.
 */

/** A token is renewed this long before it expires, so that no request carries an expired one. */
const renewBeforeMs = 30_000;

const endedMessage =
  '別の画面でログアウトしました。続けるにはもう一度ログインしてください。入力した内容は残っています。';

let current: { token: string; endsAtMs: number } | undefined;
let renewing: Promise<string | undefined> | undefined;
/** Another tab signed out: an open form must not be sent as a visitor's. */
let isEnded = false;
/** Increases when the token is dropped: pending responses belong to the previous session. */
let epoch = 0;

/** The claims of a token; the server verifies it, the browser only reads it. */
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
    const { type, message } = await refusalIn(response);
    throw refuse(type, message);
  }
  const { token } = (await response.json()) as { token: string };
  if (startEpoch !== epoch) return accessToken();
  const { iat, exp } = claimsOf(token);
  // Its lifetime is measured from receipt, because device clocks are often wrong.
  const lifeMs = (Number(exp) - Number(iat)) * 1000;
  current = { token, endsAtMs: performance.now() + lifeMs };
  return token;
}

/** A valid token, or undefined for a visitor. Throws when the server does not respond. */
export async function accessToken({ isFresh = false } = {}): Promise<string | undefined> {
  if (isEnded) throw refuse('Unauthorized', endedMessage);
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

/**
 * Drops the token from memory after a sign-out, or when the session was replaced. If another tab `ended` the session,
 * calls are refused until this is called again.
 */
export function forgetToken({ ended = false } = {}): void {
  isEnded = ended;
  current = undefined;
  renewing = undefined;
  epoch += 1;
}
