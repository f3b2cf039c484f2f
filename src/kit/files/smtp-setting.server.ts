import { isLoopback } from './safe-address.server.ts';

export const smtpForm =
  'smtp://USER:PASSWORD@HOST:587 or smtps://USER:PASSWORD@HOST:465; TLS cannot be set by a query, it is demanded with a valid certificate unless the host is this machine';

/** Query parameters allowed: greeting name and sign-in method. Others could weaken TLS. */
const harmless = new Set(['name', 'authMethod']);

/** Parses SMTP_URL: empty for an empty text, throws unless it matches `smtpForm`. */
export function parseSmtpUrl(text: string): string {
  if (text === '') return '';
  const address = new URL(text);
  const isKnown = address.protocol === 'smtp:' || address.protocol === 'smtps:';
  const isPlain = [...address.searchParams.keys()].every((name) => harmless.has(name));
  if (!isKnown || address.hostname === '' || !isPlain) throw new Error(smtpForm);
  return text;
}

/** TLS options for nodemailer. Only connections to this machine may be unencrypted. */
export const securityOf = (url: string) => ({
  requireTLS: !isLoopback(new URL(url)),
  tls: { rejectUnauthorized: true },
});
