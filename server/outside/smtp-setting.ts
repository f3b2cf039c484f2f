import { isLoopback } from './safe-address.ts';

export const smtpForm =
  'smtp://USER:PASSWORD@HOST:587 or smtps://USER:PASSWORD@HOST:465; TLS cannot be set by a query, it is demanded with a valid certificate unless the host is this machine';

/** What a query may set: the name in the greeting, the way to sign in. Others could loosen TLS. */
const harmless = new Set(['name', 'authMethod']);

/** Reads SMTP_URL: empty for an empty text, throws for one that is not of `smtpForm`. */
export function parseSmtpUrl(text: string): string {
  if (text === '') return '';
  const address = new URL(text);
  const isKnown = address.protocol === 'smtp:' || address.protocol === 'smtps:';
  const isPlain = [...address.searchParams.keys()].every((name) => harmless.has(name));
  if (!isKnown || address.hostname === '' || !isPlain) throw new Error(smtpForm);
  return text;
}

/** How nodemailer is to secure the connection: what is sent in the clear stays on this machine. */
export const securityOf = (url: string) => ({
  requireTLS: !isLoopback(new URL(url)),
  tls: { rejectUnauthorized: true },
});
