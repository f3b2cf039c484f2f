import { createHmac, timingSafeEqual } from 'node:crypto';
import { type Secrets, secretsOf } from '#kit/keys/secrets.server.ts';

/** Signed cookie of the auth provider: value, dot, base64 HMAC, percent-encoded. */
const signed = /^(.+)\.([A-Za-z0-9+/]{43}=)$/;

const signatureOf = (secret: string, value: string) =>
  createHmac('sha256', secret).update(value).digest();

/**
 * Re-signs cookies signed under an earlier SECRET, so that their sessions continue: the auth provider knows only one.
 */
export function reSignCookies(cookie: string | undefined, secrets: Secrets): string | undefined {
  const [present = '', ...earlier] = secretsOf(secrets);
  if (cookie === undefined || earlier.length === 0) return cookie;
  return cookie
    .split(';')
    .map((pair) => {
      const [name = '', text = ''] = pair.trim().split('=', 2);
      const [, value = '', signature = ''] = signed.exec(decoded(text)) ?? [];
      const given = Buffer.from(signature, 'base64');
      const isEarlier = earlier.some((secret) => {
        const own = signatureOf(secret, value);
        return given.length === own.length && timingSafeEqual(given, own);
      });
      if (!isEarlier) return pair.trim();
      const newSignature = signatureOf(present, value).toString('base64');
      return `${name}=${encodeURIComponent(`${value}.${newSignature}`)}`;
    })
    .join('; ');
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}
