import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** Length of a time step, for which a code is valid (RFC 6238). */
const stepSeconds = 30;
const digits = 6;
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Time step of a moment. */
export const stepOf = (at: Date): number => Math.floor(at.getTime() / 1000 / stepSeconds);

/** A new secret of 192 bits. The key is its text, not the bytes it encodes, as in earlier secrets. */
export const newTotpSecret = (): string => randomBytes(24).toString('base64url');

/** Code of a time step (HOTP of RFC 4226 with SHA-1, which every authenticator app supports). */
export function codeAt(secret: string, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const digest = createHmac('sha1', secret).update(counter).digest();
  const offset = digest.readUInt8(digest.length - 1) & 0xf;
  const number = digest.readUInt32BE(offset) & 0x7fffffff;
  return String(number % 10 ** digits).padStart(digits, '0');
}

/**
 * Time step of a code: the current one or, since typing takes time, the previous one. Refuses steps up to `lastStep` as
 * used. Compares every candidate, in constant time.
 */
export function stepOfCode(
  secret: string,
  code: string,
  { at, lastStep }: { at: Date; lastStep: number | null },
): number | undefined {
  const present = stepOf(at);
  const given = Buffer.from(code);
  const fitting = [present, present - 1].filter((step) => {
    const expected = Buffer.from(codeAt(secret, step));
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
  return fitting.find((step) => step > (lastStep ?? -1));
}

/** URI for an authenticator app's QR code (Key Uri Format). */
export function totpUri(secret: string, account: string): string {
  const issuer = 'たすき';
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`;
  const query = new URLSearchParams({
    secret: base32(Buffer.from(secret)),
    issuer,
    digits: String(digits),
    period: String(stepSeconds),
  });
  return `otpauth://totp/${label}?${query}`;
}

/** RFC 4648, without padding. */
function base32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  const groups = bits.match(/.{1,5}/g) ?? [];
  return groups.map((group) => alphabet[Number.parseInt(group.padEnd(5, '0'), 2)]).join('');
}
