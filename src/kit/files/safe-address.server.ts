/** Whether a URL's host is this machine. */
export const isLoopback = ({ hostname }: URL): boolean =>
  /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);

export const safeAddressForm =
  'an https:// address; http:// is only for this machine (localhost, 127.0.0.1, [::1])';

/** Whether traffic to this URL cannot be read on the way: https, or http to this machine. */
export const isSafe = (address: URL): boolean =>
  address.protocol === 'https:' || (address.protocol === 'http:' && isLoopback(address));

/** Parses an https URL, or http for this machine. Throws for others and for URLs with a password. */
export function addressOf(text: string): URL {
  const address = URL.parse(text);
  // A comma, semicolon or space in the host would end the source in the Content-Security-Policy.
  if (!address || !isSafe(address) || address.password !== '' || /[\s,;'"]/.test(address.host)) {
    throw new Error(`${text} is no https:// address`);
  }
  return address;
}

/** Parses a URL setting: empty for an empty text, throws unless it matches `safeAddressForm`. */
export function parseSafeAddress(text: string): string {
  if (text === '') return '';
  const { search, hash } = addressOf(text);
  if (search !== '' || hash !== '') throw new Error(safeAddressForm);
  return text;
}
