import * as z from 'zod/mini';
import { withoutBlankEnds } from './text/invisible-text.ts';
import { toHalfWidth } from './text-width.ts';

export const emailRequiredMessage = 'メールアドレスを入力して下さい';
export const emailMessage = '正しいメールアドレスを入力してください。';
export const localPartMessage =
  'メールアドレスの@より前は、半角の英数字と記号で入力してください。ひらがなや漢字のアドレスには、メールをお送りできません。';
/** Error code; people see `emailMessage` (docs/product.md, Messages). */
export const invalidEmailCode = 'invalid email format';

/** Maximum length of an address (RFC 5321). */
const maxEmailLength = 254;

const domainLabel = /^[A-Za-z0-9-]+$/;
/** Spaces, control and invisible characters, with which one address could imitate another. */
const forbiddenLetter = /[\s\p{Cc}\p{Cs}\p{Default_Ignorable_Code_Point}\u2800\uFFF9-\uFFFB]/u;

/**
 * The lenient rule (docs/product.md, Forms): text, @, dotted labels of letters, digits and hyphens.
 * Lenient on purpose: "a..b.@docomo.ne.jp" exists. Spaces, invisible characters and a second @ are
 * refused. Parsed by hand in linear time, so that no input is slow.
 */
export function isEmail(text: string): boolean {
  if (text.length > maxEmailLength) return false;
  const at = text.indexOf('@');
  if (at < 1 || forbiddenLetter.test(text)) return false;
  // A second @ ends up in a label and is refused there.
  const labels = text.slice(at + 1).split('.');
  return labels.length > 1 && labels.every((label) => domainLabel.test(label));
}

/**
 * Canonical form for storing, comparing and sending: trimmed, letters of any width or style as
 * plain ones, lower case. Mail providers ignore case in practice, and two accounts that differ only
 * in case or width would be a mistake. An international domain becomes its ASCII form. Non-ASCII
 * letters before the @ are kept, for `NewEmail` to refuse.
 */
export function normaliseEmail(text: string): string {
  // Lower-casing can decompose a letter.
  const email = withoutBlankEnds(text.normalize('NFKC').toLowerCase().normalize('NFKC'));
  const at = email.lastIndexOf('@');
  const host = email.slice(at + 1);
  return at < 1 || isAscii(host) ? email : `${email.slice(0, at + 1)}${asciiHost(host)}`;
}

const isAscii = (text: string) => !/[^\0-\x7F]/.test(text);

/** ASCII form of a host such as 日本語.jp (xn--…, RFC 5891); invalid hosts are kept. */
function asciiHost(host: string): string {
  const hasEdge = /^-|-$|-[.。]|[.。]-/.test(host);
  if (hasEdge || host.length > maxEmailLength || !/^[\p{L}\p{M}\p{N}.。-]+$/u.test(host))
    return host;
  const url = URL.canParse(`https://${host}`) ? new URL(`https://${host}`) : undefined;
  return url?.hostname ?? host;
}

/** An address under the lenient rule; parsing returns its canonical form. */
export const Email = z.string(emailRequiredMessage).check(
  z.overwrite(normaliseEmail),
  z.refine((text) => text !== '', { error: emailRequiredMessage, abort: true }),
  z.refine(isEmail, { error: emailMessage, params: { code: invalidEmailCode } }),
);
export type Email = z.infer<typeof Email>;

/** Letters that require quotes, which no provider uses. */
const needsQuotes = /[",:;()<>[\]\\]/;
/** Carriers that issued addresses with a dot at the beginning or end, which are still in use. */
const acceptsEdgeDots =
  /(?:^|\.)(?:docomo\.ne\.jp|ezweb\.ne\.jp|au\.com|softbank\.ne\.jp|vodafone\.ne\.jp|disney\.ne\.jp|pdx\.ne\.jp|willcom\.com)$/;
/** Host names by RFC 1123, with an alphabetic last label. */
function isHost(host: string): boolean {
  const labels = host.split('.');
  const isLabel = (label: string) =>
    label.length <= 63 && !label.startsWith('-') && !label.endsWith('-');
  const last = labels.at(-1) ?? '';
  return labels.every(isLabel) && (/^[a-z]{2,}$/.test(last) || last.startsWith('xn--'));
}

/**
 * Whether a mail server can accept a canonical address. Only certain failures are refused, so that
 * no working address is: consecutive dots are allowed.
 */
function isDeliverable(email: string): boolean {
  const at = email.indexOf('@');
  const [local, host] = [email.slice(0, at), email.slice(at + 1)];
  if (local.length > 64 || needsQuotes.test(local) || !isHost(host)) return false;
  return !(local.startsWith('.') || local.endsWith('.')) || acceptsEdgeDots.test(host);
}

/** An address that is entered for the first time and can receive mail. */
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

/** Domains suggested after an @, in order. */
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

/** Addresses that complete the text after the @, except an exact match. */
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
