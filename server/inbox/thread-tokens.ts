import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { subjectTypeOf } from '#domain/inbox/thread.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { type Secrets, secretsOf } from '#server/keys/secrets.ts';

/** The token of a sender's link: 256 bits, of which the database holds the hash alone (docs/decisions/0004). */
const linkToken = (secret: string, id: string) =>
  createHmac('sha256', secret).update(`thread-link ${id}`).digest('base64url');

export const hashOfToken = (token: string) =>
  createHash('sha256').update(token).digest('base64url');

/** A thread's token: the one that was issued, also under an earlier SECRET, or one to issue. */
export function threadToken(secrets: Secrets, id: string, issuedHash: string | null): string {
  const tokens = secretsOf(secrets).map((secret) => linkToken(secret, id));
  return tokens.find((token) => hashOfToken(token) === issuedHash) ?? linkToken(secrets.secret, id);
}

/** Lower-case letters and digits: what mail servers do to the case of an address does no harm. */
const letters = 'abcdefghijklmnopqrstuvwxyz234567';
/** 130 bits. */
const sealLength = 26;

/** What stands in a reply address behind the number, so that nobody can make one up. */
const sealOf = (secret: string, id: string): string =>
  Array.from(
    createHmac('sha256', secret).update(`thread-mail ${id}`).digest().subarray(0, sealLength),
    (byte) => letters.charAt(byte & 31),
  ).join('');

type Inbound = Pick<Dependencies, 'inboundMail'>;

/** Where the answer to a mail of a thread goes; undefined where no mails come in. */
export function replyAddress(
  { inboundMail, secret }: Inbound & Secrets,
  id: string,
): string | undefined {
  if (!inboundMail) return undefined;
  const at = inboundMail.address.lastIndexOf('@');
  const [local, host] = [inboundMail.address.slice(0, at), inboundMail.address.slice(at)];
  return `${local}+${id.toLowerCase()}-${sealOf(secret, id)}${host}`;
}

const equal = (one: string, other: string) =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));

/** The thread whose reply address this is; undefined for any other address. */
export function threadAt(secrets: Secrets, address: string): string | undefined {
  const [, number = '', seal = ''] =
    /^[^@+]+\+([a-z\d-]{4,40})-([a-z2-7]{26})@/.exec(address.toLowerCase()) ?? [];
  const id = number.toUpperCase();
  if (subjectTypeOf(id) === undefined) return undefined;
  return secretsOf(secrets).some((secret) => equal(sealOf(secret, id), seal)) ? id : undefined;
}
