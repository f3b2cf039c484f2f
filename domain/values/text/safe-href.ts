/** A site of our own to read paths by; nobody can have it (RFC 2606). */
const anyOrigin = 'https://site.invalid';

/** What changes how an address is read, or hides what it is: spaces, controls, letters that show nothing. */
const tricky =
  /[\s\\<>"'`\p{Cc}\p{Cs}\p{Co}\p{Noncharacter_Code_Point}\p{Default_Ignorable_Code_Point}]/u;

/**
 * The address that a link in a text may lead to: http, https, an e-mail address, a telephone number, or a
 * path of this site; undefined for any other. It comes out the same when it is put in again.
 */
export function safeHref(typed: string): string | undefined {
  const address = typed.trim();
  if (address.length > 2_000 || tricky.test(address)) return undefined;
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
  // Dots may have led to a second slash, which would name another host.
  return found.startsWith('//') ? undefined : found;
}

function webAddress(address: string): string | undefined {
  // A name and password before the host make another site look like a known one.
  if (!/^https?:\/\/[^/?#@]+(?:[/?#]|$)/i.test(address)) return undefined;
  const url = URL.parse(address);
  return url && url.username === '' && url.password === '' ? url.href : undefined;
}

/** Without the fields that would write the mail, or send it to others as well. */
const mailAddress = (address: string) =>
  /^[\w.+-]+@[a-z\d](?:[a-z\d.-]*[a-z\d])?$/i.test(address) ? `mailto:${address}` : undefined;

const phoneNumber = (number: string) =>
  /^\+?\d[\d-]{2,24}$/.test(number) ? `tel:${number}` : undefined;
