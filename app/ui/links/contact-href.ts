/**
 * The address that opens a mail to somebody. All of it is encoded: what stands in an e-mail or a subject
 * adds no recipients and no text of its own. Without an e-mail the person chooses one.
 */
export function mailHref(email: string, headers: { subject?: string; body?: string } = {}): string {
  const address = email.split('@').map(encodeURIComponent).join('@');
  const query = Object.entries(headers).map(
    ([name, text]) => `${name}=${encodeURIComponent(text)}`,
  );
  return `mailto:${[address, ...(query.length > 0 ? [query.join('&')] : [])].join('?')}`;
}

/** The address that calls a number. */
export const telHref = (tel: string): string => `tel:${encodeURIComponent(tel)}`;
