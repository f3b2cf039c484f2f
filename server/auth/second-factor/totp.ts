import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** A code holds for a step of this length (RFC 6238). */
const stepSeconds = 30;
const digits = 6;
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** The number of the time step of a moment. */
export const stepOf = (at: Date): number => Math.floor(at.getTime() / 1000 / stepSeconds);

/** A new secret of 192 bits. Its letters, not what they encode, are the key: so were those before. */
export const newTotpSecret = (): string => randomBytes(24).toString('base64url');

/** The code of a time step (HOTP of RFC 4226 with SHA-1, as every authenticator app can). */
export function codeAt(secret: string, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const digest = createHmac('sha1', secret).update(counter).digest();
  const offset = digest.readUInt8(digest.length - 1) & 0xf;
  const number = digest.readUInt32BE(offset) & 0x7fffffff;
  return String(number % 10 ** digits).padStart(digits, '0');
}

/**
 * The time step whose code this is: the present one or, since typing takes time, the one before. None
 * that was used already, as `lastStep` or before it. Every candidate is compared, in constant time.
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

/** The address that an authenticator app reads from a picture (Key Uri Format). */
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
