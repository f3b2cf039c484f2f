import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { Dependencies } from '#kit/dependencies.server.ts';
import { type Secrets, secretsOf } from '#kit/keys/secrets.server.ts';
import { subjectTypeOf } from './thread.ts';

/** Token of a sender's link: 256 bits, stored only as a hash (docs/decisions/0017). */
const linkToken = (secret: string, id: string) =>
  createHmac('sha256', secret).update(`thread-link ${id}`).digest('base64url');

export const hashOfToken = (token: string) =>
  createHash('sha256').update(token).digest('base64url');

/** A thread's token: the issued one, possibly under an earlier SECRET, else a new one. */
export function threadToken(secrets: Secrets, id: string, issuedHash: string | null): string {
  const tokens = secretsOf(secrets).map((secret) => linkToken(secret, id));
  return tokens.find((token) => hashOfToken(token) === issuedHash) ?? linkToken(secrets.secret, id);
}

/** Lower-case letters and digits, so that mail servers may change the case of an address. */
const letters = 'abcdefghijklmnopqrstuvwxyz234567';
/** 130 bits. */
const sealLength = 26;

/** Signature after the number in a reply address, so that none can be made up. */
const sealOf = (secret: string, id: string): string =>
  Array.from(
    createHmac('sha256', secret).update(`thread-mail ${id}`).digest().subarray(0, sealLength),
    (byte) => letters.charAt(byte & 31),
  ).join('');

type Inbound = Pick<Dependencies, 'inboundMail'>;

/** Reply-To address of a thread's mails; undefined if no mails come in. */
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

/** Thread of a reply address; undefined for any other address. */
export function threadIdOfAddress(secrets: Secrets, address: string): string | undefined {
  const [, number = '', seal = ''] =
    /^[^@+]+\+([a-z\d-]{4,40})-([a-z2-7]{26})@/.exec(address.toLowerCase()) ?? [];
  const id = number.toUpperCase();
  if (subjectTypeOf(id) === undefined) return undefined;
  return secretsOf(secrets).some((secret) => equal(sealOf(secret, id), seal)) ? id : undefined;
}
