import type { Analytics } from './analytics-setting.server.ts';
import type { OutsideRecipient } from './outside-recipient.ts';
import type { ErrorReporting } from './sentry-dsn.server.ts';

export type Observers = {
  analytics: Analytics | undefined;
  errorReporting: ErrorReporting | undefined;
};

/** External origins that a page may load from and send to. */
export type OutsideSources = { script: string[]; connect: string[]; img: string[] };

/** Additions to a page's head. */
export type PageAdditions = { tags: string; sources: OutsideSources };

/** Private pages, whose visits are not counted. Their URLs may contain a token from a mail. */
const privatePages = [
  '/mypage',
  '/admin',
  '/application-status',
  '/reset-password',
  '/verify-email',
  '/undo-email-change',
];

export const noAdditions: PageAdditions = {
  tags: '',
  sources: { script: [], connect: [], img: [] },
};

/**
 * Additions to pages by ANALYTICS and SENTRY_DSN; nothing if they are not set. The same for all visitors, so pages
 * stay cacheable.
 */
export function observing({ analytics, errorReporting }: Observers) {
  const counting = analytics && countingVisits(analytics);
  const reporting = errorReporting && reportingErrors(errorReporting);
  return {
    /** Additions to the page at this path. Visits of private pages are not counted. */
    additionsTo(pathname: string): PageAdditions {
      return joined([isPrivate(pathname) ? undefined : counting, reporting]);
    },

    /** Recipients of data from browsers, for the privacy page. */
    recipients(): OutsideRecipient[] {
      return [
        ...(analytics ? [{ kind: analytics.kind, host: new URL(analytics.url).host }] : []),
        ...(errorReporting
          ? [{ kind: 'errors' as const, host: new URL(errorReporting.url).host }]
          : []),
      ];
    },
  };
}
export type Observing = ReturnType<typeof observing>;

/** Matches /admin and /admin/mails, not /administration. */
const isPrivate = (pathname: string) =>
  privatePages.some((page) => pathname === page || pathname.startsWith(`${page}/`));

function countingVisits(analytics: Analytics): PageAdditions {
  const { origin } = new URL(analytics.url);
  return {
    tags: scriptTag('/observing/count-visits.js', {
      ...analytics,
      private: privatePages.join(' '),
    }),
    sources:
      analytics.kind === 'ga4'
        ? {
            // Sources from Google's guide to the Content-Security-Policy.
            script: [origin],
            img: [origin, 'https://*.google-analytics.com'],
            connect: [
              origin,
              'https://*.google-analytics.com',
              'https://*.analytics.google.com',
              'https://*.googletagmanager.com',
            ],
          }
        : { script: [], img: [], connect: [origin] },
  };
}

const reportingErrors = ({ url }: ErrorReporting): PageAdditions => ({
  tags: scriptTag('/observing/report-errors.js', { url }),
  sources: { script: [], img: [], connect: [new URL(url).origin] },
});

/** Tag of a script of ours, configured by data attributes: no inline script, no hash needed. */
function scriptTag(src: string, facts: Record<string, string>): string {
  const data = Object.entries(facts).map(([name, value]) => ` data-${name}="${escaped(value)}"`);
  return `<script defer src="${src}"${data.join('')}></script>`;
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

function joined(parts: (PageAdditions | undefined)[]): PageAdditions {
  const present = parts.filter((part) => part !== undefined);
  const all = (kind: keyof OutsideSources) => [
    ...new Set(present.flatMap(({ sources }) => sources[kind])),
  ];
  return {
    tags: present.map(({ tags }) => tags).join(''),
    sources: { script: all('script'), connect: all('connect'), img: all('img') },
  };
}
