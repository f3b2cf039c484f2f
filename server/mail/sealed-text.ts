import {
  createCipheriv,
  createDecipheriv,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto';

const marker = /\{\{sealed:([\w-]+)\}\}/g;
const ivLength = 12;
const tagLength = 16;

let lastKey: { secret: string; key: KeyObject } | undefined;

/** Cached, since deriving it takes longer than sealing a text. */
function keyOf(secret: string): KeyObject {
  if (lastKey?.secret !== secret) {
    const bytes = hkdfSync('sha256', secret, '', 'tasuki sealed text of mails', 32);
    lastKey = { secret, key: createSecretKey(new Uint8Array(bytes)) };
  }
  return lastKey.key;
}

/**
 * A marker that stands for `text` in a stored mail. Links that prove something (status, claim,
 * reset) are stored only in this form, so that neither a backup nor the operator's view
 * shows them (docs/decisions/0004); they are opened when the mail is sent.
 */
export function seal(secret: string, text: string): string {
  const iv = randomBytes(ivLength);
  const cipher = createCipheriv('aes-256-gcm', keyOf(secret), iv);
  const sealed = Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final()]);
  return `{{sealed:${Buffer.concat([sealed, cipher.getAuthTag()]).toString('base64url')}}}`;
}

/** `text` with each marker opened and passed through `encode`; a marker that isn't ours stays. */
export function unseal(
  secret: string,
  text: string,
  encode: (opened: string) => string = (opened) => opened,
): string {
  return text.replace(marker, (whole, sealed: string) => {
    const bytes = Buffer.from(sealed, 'base64url');
    if (bytes.length <= ivLength + tagLength) return whole;
    const decipher = createDecipheriv('aes-256-gcm', keyOf(secret), bytes.subarray(0, ivLength));
    decipher.setAuthTag(bytes.subarray(-tagLength));
    try {
      const opened = decipher.update(bytes.subarray(ivLength, -tagLength));
      return encode(Buffer.concat([opened, decipher.final()]).toString('utf8'));
    } catch {
      // Written by somebody who typed a marker, or sealed under another SECRET.
      return whole;
    }
  });
}

/** `text` with each marker replaced by `instead`: for people who may read the mail but not act on it. */
export function hideSealed(text: string, instead: string): string {
  return text.replace(marker, instead);
}
