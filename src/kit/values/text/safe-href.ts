/** Dummy origin for parsing paths; reserved, so nobody can own it (RFC 2606). */
const anyOrigin = 'https://site.invalid';

/** Characters that change how a URL is parsed or hide what it is: spaces, control and invisible characters. */
const deceptive =
  /[\s\\<>"'`\p{Cc}\p{Cs}\p{Co}\p{Noncharacter_Code_Point}\p{Default_Ignorable_Code_Point}]/u;

/**
 * The safe target of a link: http, https, an e-mail address, a telephone number, or a path of this
 * site; undefined for any other. Idempotent.
 */
export function safeHref(typed: string): string | undefined {
  const address = typed.trim();
  if (address.length > 2_000 || deceptive.test(address)) return undefined;
  if (address.startsWith('/')) return sitePath(address);
  const scheme = /^([a-z]+):/i.exec(address)?.[1]?.toLowerCase();
  if (scheme === 'mailto') return mailAddress(address.slice('mailto:'.length));
  if (scheme === 'tel') return phoneNumber(address.slice('tel:'.length));
  return scheme === 'http' || scheme === 'https' ? webAddress(address) : undefined;
}

function sitePath(path: string): string | undefined {
  const url = URL.parse(path, anyOrigin);
  if (url?.origin !== anyOrigin) return undefined;
  const found = url.pathname + url.search + url.hash;
  // Resolving dots may have produced a leading //, which names another host.
  return found.startsWith('//') ? undefined : found;
}

function webAddress(address: string): string | undefined {
  // Credentials before the host can make another site look like a known one.
  if (!/^https?:\/\/[^/?#@]+(?:[/?#]|$)/i.test(address)) return undefined;
  const url = URL.parse(address);
  return url && url.username === '' && url.password === '' ? url.href : undefined;
}

/** No header fields, which could prefill the mail or add recipients. */
const mailAddress = (address: string) =>
  /^[\w.+-]+@[a-z\d](?:[a-z\d.-]*[a-z\d])?$/i.test(address) ? `mailto:${address}` : undefined;

const phoneNumber = (number: string) =>
  /^\+?\d[\d-]{2,24}$/.test(number) ? `tel:${number}` : undefined;
