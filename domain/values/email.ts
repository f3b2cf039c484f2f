import * as z from 'zod/mini';
import { withoutBlankEnds } from './text/invisible-text.ts';
import { toHalfWidth } from './text-width.ts';

export const emailRequiredMessage = 'メールアドレスを入力して下さい';
export const emailMessage = '正しいメールアドレスを入力してください。';
export const localPartMessage =
  'メールアドレスの@より前は、半角の英数字と記号で入力してください。ひらがなや漢字のアドレスには、メールをお送りできません。';
/** The code of the rule; people read `emailMessage` (docs/product.md, Messages). */
export const invalidEmailCode = 'invalid email format';

/** The longest address that mail servers carry (RFC 5321). */
const maxEmailLength = 254;

const domainLabel = /^[A-Za-z0-9-]+$/;
/** Spaces, control characters and what nobody sees, by which one address would look like another. */
const noText = /[\s\p{Cc}\p{Cs}\p{Default_Ignorable_Code_Point}\u2800\uFFF9-\uFFFB]/u;

/**
 * The lenient rule (docs/product.md, Forms): text, @, dotted labels of letters, digits and hyphens.
 * Lenient on purpose: "a..b.@docomo.ne.jp" exists. Spaces, letters that nobody sees and a
 * second @ are no text of an address. Cut by hand in linear time, so no input can make it slow.
 */
export function isEmail(text: string): boolean {
  if (text.length > maxEmailLength) return false;
  const at = text.indexOf('@');
  if (at < 1 || noText.test(text)) return false;
  // A second @ would be in a label, which allows none.
  const labels = text.slice(at + 1).split('.');
  return labels.length > 1 && labels.every((label) => domainLabel.test(label));
}

/**
 * The one form in which an address is stored, compared and written to: without blank ends, letters of
 * any width or style as the plain ones, all lower case. Mail providers ignore case in practice, and two
 * accounts that differ in case or width alone would be one person's mistake. A domain in other letters becomes the
 * name that mail servers know it by. Letters of other alphabets before the @ stay, for `NewEmail` to refuse.
 */
export function normaliseEmail(text: string): string {
  // Lower case can take a letter apart that was one before.
  const email = withoutBlankEnds(text.normalize('NFKC').toLowerCase().normalize('NFKC'));
  const at = email.lastIndexOf('@');
  const host = email.slice(at + 1);
  return at < 1 || isAscii(host) ? email : `${email.slice(0, at + 1)}${asciiHost(host)}`;
}

const isAscii = (text: string) => !/[^\0-\x7F]/.test(text);

/** 日本語.jp as mail servers know it (xn--…, RFC 5891); what is no name of a host stays. */
function asciiHost(host: string): string {
  const hasEdge = /^-|-$|-[.。]|[.。]-/.test(host);
  if (hasEdge || host.length > maxEmailLength || !/^[\p{L}\p{M}\p{N}.。-]+$/u.test(host))
    return host;
  const url = URL.canParse(`https://${host}`) ? new URL(`https://${host}`) : undefined;
  return url?.hostname ?? host;
}

/** An address by the lenient rule; parsing returns its normalised form. */
export const Email = z.string(emailRequiredMessage).check(
  z.overwrite(normaliseEmail),
  z.refine((text) => text !== '', { error: emailRequiredMessage, abort: true }),
  z.refine(isEmail, { error: emailMessage, params: { code: invalidEmailCode } }),
);
export type Email = z.infer<typeof Email>;

/** Letters that an address needs quotes for, which no provider gives out. */
const quotable = /[",:;()<>[\]\\]/;
/** Once gave out addresses that begin or end with a dot, which are still in use. */
const dottedCarrier =
  /(?:^|\.)(?:docomo\.ne\.jp|ezweb\.ne\.jp|au\.com|softbank\.ne\.jp|vodafone\.ne\.jp|disney\.ne\.jp|pdx\.ne\.jp|willcom\.com)$/;
/** As names of hosts are (RFC 1123), the last one of letters. */
function isHost(host: string): boolean {
  const labels = host.split('.');
  const isLabel = (label: string) =>
    label.length <= 63 && !label.startsWith('-') && !label.endsWith('-');
  const last = labels.at(-1) ?? '';
  return labels.every(isLabel) && (/^[a-z]{2,}$/.test(last) || last.startsWith('xn--'));
}

/**
 * Whether a mail server can take a normalised address at all. Narrow on purpose, since nobody is to lose
 * an address that works: two dots in the middle are none of our business.
 */
function isDeliverable(email: string): boolean {
  const at = email.indexOf('@');
  const [local, host] = [email.slice(0, at), email.slice(at + 1)];
  if (local.length > 64 || quotable.test(local) || !isHost(host)) return false;
  return !(local.startsWith('.') || local.endsWith('.')) || dottedCarrier.test(host);
}

/** An address that somebody gives for the first time, and that mails can reach. */
export const NewEmail = Email.check(
  z.refine((text) => !isEmail(text) || isAscii(text.slice(0, text.indexOf('@'))), {
    error: localPartMessage,
    params: { code: invalidEmailCode },
    abort: true,
  }),
  z.refine((text) => !isEmail(text) || isDeliverable(text), {
    error: emailMessage,
    params: { code: invalidEmailCode },
  }),
);

/** The domains that are suggested after an @, in the order in which they are offered. */
export const emailDomains = [
  'yahoo.co.jp',
  'gmail.com',
  'ezweb.ne.jp',
  'docomo.ne.jp',
  'i.softbank.jp',
  'softbank.ne.jp',
  'excite.co.jp',
  'googlemail.com',
  'hotmail.co.jp',
  'hotmail.com',
  'icloud.com',
  'live.jp',
  'me.com',
  'mineo.jp',
  'nifty.com',
  'outlook.com',
  'outlook.jp',
  'yahoo.ne.jp',
  'ybb.ne.jp',
  'ymobile.ne.jp',
  'au.com',
] as const;

/** Whole addresses whose domain continues the text after the @, except an exact match. */
export function suggestEmails(text: string): string[] {
  if (text.length > maxEmailLength) return [];
  const typed = toHalfWidth(text).trim();
  const at = typed.indexOf('@');
  if (at < 1) return [];
  const local = typed.slice(0, at);
  const start = typed.slice(at + 1).toLowerCase();
  return emailDomains
    .filter((domain) => domain.startsWith(start) && domain !== start)
    .map((domain) => `${local}@${domain}`);
}
