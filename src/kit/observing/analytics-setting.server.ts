import { addressOf } from '#kit/files/safe-address.server.ts';

/** Analytics service named by ANALYTICS. `url` is where visits are sent, or the script is loaded from. */
export type Analytics =
  | { kind: 'plausible'; url: string; domain: string }
  | { kind: 'matomo'; url: string; site: string }
  | { kind: 'ga4'; url: string; id: string };

export const analyticsForms =
  'one of plausible:https://HOST/?domain=SITE, matomo:https://HOST/?site=NUMBER, ga4:G-XXXXXXXX';

const google = 'https://www.googletagmanager.com';

/**
 * Parses ANALYTICS: undefined for an empty text, throws unless it is one of `analyticsForms`. GA4 may have a tag
 * server: ga4:G-XXXXXXXX@https://HOST.
 */
export function parseAnalytics(text: string): Analytics | undefined {
  if (text === '') return undefined;
  const [, kind, rest = ''] = /^(plausible|matomo|ga4):(.+)$/.exec(text) ?? [];
  if (kind === 'ga4') {
    const [, id, server = google] = /^(G-[A-Z0-9]{4,20})(?:@(.+))?$/.exec(rest) ?? [];
    if (id === undefined) throw new Error(analyticsForms);
    return { kind, id, url: addressOf(server).origin };
  }
  if (kind !== 'plausible' && kind !== 'matomo') throw new Error(analyticsForms);
  const address = addressOf(rest);
  const folder = address.origin + address.pathname.replace(/\/$/, '');
  if (kind === 'plausible') {
    const domain = address.searchParams.get('domain') ?? '';
    return { kind, url: `${folder}/api/event`, domain };
  }
  const site = address.searchParams.get('site') ?? '';
  if (!/^\d{1,9}$/.test(site)) throw new Error(analyticsForms);
  return { kind, url: `${folder}/matomo.php`, site };
}
