/** Services that a profile can link to. */
const services = {
  instagram: {
    label: 'Instagram',
    home: 'https://www.instagram.com/',
    hosts: ['instagram.com', 'instagr.am'],
  },
  facebook: {
    label: 'Facebook',
    home: 'https://www.facebook.com/',
    hosts: ['facebook.com', 'fb.com', 'fb.me'],
  },
  twitter: { label: 'X（Twitter）', home: 'https://x.com/', hosts: ['x.com', 'twitter.com'] },
} as const;
export type SnsKind = keyof typeof services;

export const snsKinds = Object.keys(services) as SnsKind[];
export const snsLabel = (kind: SnsKind): string => services[kind].label;
/** URL of a profile page. */
export const snsAddress = (kind: SnsKind, handle: string): string =>
  services[kind].home + encodeURIComponent(handle);

const handlePattern = /^[A-Za-z0-9._-]{1,50}$/;
/** First path segments that are not profiles. */
const reservedNames =
  /^(p|reel|reels|explore|stories|groups|events|watch|share|search|i|home|hashtag)$/i;

/**
 * Extracts a handle from a typed or pasted text: strips @, reads profile URLs, converts to half
 * width. Without a handle of this service the text is returned unchanged, for validation to refuse.
 */
export function handleFrom(kind: SnsKind, typed: string): string {
  const text = typed.normalize('NFKC').trim();
  const bare = text.replace(/^@/, '');
  const found = text.includes('/') ? handleInAddress(kind, text) : bare;
  return found === '' || handlePattern.test(found) ? found : typed;
}

/** Parts of a URL; URLs with credentials or ports are no profile URLs. */
const address = /^(?:https?:\/\/)?([a-z0-9.-]+)\/([^/?#]*)(?:[^?#]*)(?:\?([^#]*))?/i;

function handleInAddress(kind: SnsKind, text: string): string {
  const [, host = '', first = '', query = ''] = address.exec(text) ?? [];
  const known = host.toLowerCase().replace(/^(www|m|mobile|mbasic|l|ja-jp)\./, '');
  if (!services[kind].hosts.some((one) => one === known)) return text;
  if (first === 'profile.php') return /(?:^|&)id=(\d+)/.exec(query)?.[1] ?? text;
  return first === '' || reservedNames.test(first) ? text : first.replace(/^@/, '');
}
