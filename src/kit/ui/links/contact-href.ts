/**
 * A mailto address. Everything is encoded, so that an e-mail or a subject cannot add recipients or text. Without an
 * e-mail the person chooses one.
 */
export function mailHref(email: string, headers: { subject?: string; body?: string } = {}): string {
  const address = email.split('@').map(encodeURIComponent).join('@');
  const query = Object.entries(headers).map(
    ([name, text]) => `${name}=${encodeURIComponent(text)}`,
  );
  return `mailto:${[address, ...(query.length > 0 ? [query.join('&')] : [])].join('?')}`;
}

export const telHref = (tel: string): string => `tel:${encodeURIComponent(tel)}`;
