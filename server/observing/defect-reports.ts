import { envelopeOf, fingerprintOf } from './defect-report.ts';
import type { ErrorReporting } from './sentry-dsn.ts';

/** Tells of a defect; `place` is a route or the path of a page. Never throws, never waits. */
export type ReportDefect = (error: unknown, place: string) => void;

export type DefectReports = {
  report: ReportDefect;
  /** Resolves once the reports under way are sent or given up. */
  settled(): Promise<void>;
};

const sendDeadlineMs = 5_000;
const windowMs = 60_000;
/** A defect that many requests meet is told once a window, and no more than this of all. */
const mostInWindow = 30;

/** Reports of the server's own defects; without SENTRY_DSN there is nobody to tell. */
export function defectReports(
  reporting: ErrorReporting | undefined,
  { clock, environment }: { clock: () => Date; environment: string },
): DefectReports {
  const underWay = new Set<Promise<void>>();
  let windowEndsMs = 0;
  let told = new Set<string>();

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

  return {
    report(error, place) {
      if (!reporting) return;
      const now = clock();
      if (now.getTime() >= windowEndsMs) {
        windowEndsMs = now.getTime() + windowMs;
        told = new Set();
      }
      const fingerprint = fingerprintOf(error);
      if (told.has(fingerprint) || told.size >= mostInWindow) return;
      told.add(fingerprint);
      const sending = send(reporting.url, envelopeOf(error, place, now, environment));
      underWay.add(sending);
      void sending.then(() => underWay.delete(sending));
    },
    async settled() {
      await Promise.all(underWay);
    },
  };
}
