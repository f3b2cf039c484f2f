import { codeAt, stepOf } from '#people/sign-in/second-factor/totp.server.ts';

/** Code of an authenticator app (RFC 6238) for the secret of a setup URI, `steps` from a moment. */
export function codeOf(uri: string, steps = 0, at = new Date()): string {
  return codeAt(secretOf(uri), stepOf(at) + steps);
}

/** The secret of a setup URI, as an app reads it (RFC 4648). */
export function secretOf(uri: string): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
  const letters = new URL(uri).searchParams.get('secret') ?? '';
  const bits = [...letters].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0'));
  const bytes = bits.join('').match(/.{8}/g) ?? [];
  return String.fromCharCode(...bytes.map((byte) => Number.parseInt(byte, 2)));
}
