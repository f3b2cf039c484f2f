import { envelopeOf, fingerprintOf } from './defect-report.server.ts';
import { loggedError } from './logged-error.server.ts';
import type { ErrorReporting } from './sentry-dsn.server.ts';

/** Reports a defect; `place` is a route or a page's path. Never throws, never waits. */
export type ReportDefect = (error: unknown, place: string) => void;

export type DefectReports = {
  report: ReportDefect;
  /** Logs a failed page without its query, and reports it. */
  reportPage: ReportDefect;
  /** Resolves once reports under way are sent or given up. */
  settled(): Promise<void>;
};

const sendDeadlineMs = 5_000;
const windowMs = 60_000;
/** Reports per window, of all defects together. The same defect is reported once per window. */
const mostInWindow = 30;

/** Reports the server's own defects. Without SENTRY_DSN nothing is sent. */
export function defectReports(
  reporting: ErrorReporting | undefined,
  { clock, environment }: { clock: () => Date; environment: string },
): DefectReports {
  const underWay = new Set<Promise<void>>();
  let windowEndsMs = 0;
  let reported = new Set<string>();

  async function send(url: string, body: string) {
    try {
      const answer = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/x-sentry-envelope' },
        body,
        redirect: 'error',
        signal: AbortSignal.timeout(sendDeadlineMs),
      });
      await answer.body?.cancel();
      if (!answer.ok) console.warn(`an error report was answered ${answer.status}`);
    } catch (error) {
      console.warn(
        'an error report was not sent:',
        error instanceof Error ? error.name : 'unknown',
      );
    }
  }

  const report: ReportDefect = (error, place) => {
    if (!reporting) return;
    const now = clock();
    if (now.getTime() >= windowEndsMs) {
      windowEndsMs = now.getTime() + windowMs;
      reported = new Set();
    }
    const fingerprint = fingerprintOf(error);
    if (reported.has(fingerprint) || reported.size >= mostInWindow) return;
    reported.add(fingerprint);
    const sending = send(reporting.url, envelopeOf(error, place, now, environment));
    underWay.add(sending);
    void sending.then(() => underWay.delete(sending));
  };

  return {
    report,
    reportPage(error, pathname) {
      const what = error instanceof Error ? loggedError(error) : { type: typeof error };
      console.error('a page failed:', pathname, what);
      report(error, pathname);
    },
    async settled() {
      await Promise.all(underWay);
    },
  };
}
