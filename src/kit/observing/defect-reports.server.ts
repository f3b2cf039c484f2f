import { randomUUID } from 'node:crypto';
import { sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { loggedError } from './logged-error.server.ts';
import type { ErrorReporting } from './sentry-dsn.server.ts';

/** A method, a segment of one of our paths, or the name of a parameter. */
const known = /^(?:[A-Z]{3,7} |:?[a-z][a-zA-Z-]{0,29}|\*)?$/;

/**
 * Path of a route or page, such as "/my-pledge/:id", with everything masked that cannot be one of our own segments.
 */
export const placeOf = (path: string): string =>
  path
    .split('/')
    .map((part) => (known.test(part) ? part : ':id'))
    .join('/');

/** Masks what may be personal in a message: quoted text, addresses, numbers, Japanese. */
export const masked = (text: string): string =>
  text
    .slice(0, 1000)
    .replace(/"[^"]*"?/g, '"…"')
    .replace(/(?<!\w|reading |setting )'[^']*'?/g, "'…'")
    .replace(/(?<![a-z])[a-z]+:\/\/\S+/gi, '<url>')
    .replace(/(?<!\S)\S+@\S+/g, '<email>')
    .replace(/[^\x20-\x7e…]+/g, '…')
    .replace(/[\w-]{20,}|\b\w*\d[\w-]{3,}\b/g, '<id>')
    .slice(0, 300);

const root = `${process.cwd()}${sep}`;
const rootUrl = pathToFileURL(root).href;

/** Parses a stack line: "at name (file:1:2)" or "at file:1:2". */
function readStackLine(text: string) {
  const start = /^\s*at (?:async )?/.exec(text)?.[0];
  const place = /:(\d+):(\d+)\)?$/.exec(text);
  if (start === undefined || !place) return undefined;
  const [, line, column] = place;
  const call = text.slice(start.length, place.index);
  const at = call.indexOf(' (');
  const [name, file] = at < 0 ? ['?', call] : [call.slice(0, at), call.slice(at + 2)];
  return { name, file, line, column };
}

/** Frames of a stack, the innermost last, with paths relative to the product's folder. */
function framesOf(stack: string) {
  return stack
    .split('\n')
    .flatMap((text) => {
      const read = readStackLine(text);
      if (!read) return [];
      const { name, file, line, column } = read;
      const isOurs = file.startsWith(rootUrl) || file.startsWith(root);
      // The folder above may be named after a person.
      const filename = file
        .replace(rootUrl, '')
        .replace(root, '')
        .replace(/^.*\/node_modules\//, '');
      return [
        {
          filename: isOurs || file.startsWith('node:') ? filename : filename.replace(/^.*\//, ''),
          function: name,
          lineno: Number(line),
          colno: Number(column),
          in_app: isOurs && !file.includes('/node_modules/'),
        },
      ];
    })
    .slice(0, 30)
    .reverse();
}

/** Identifies a defect, to tell it from others. */
function fingerprintOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  return `${error.name} ${masked(error.message)} ${error.stack?.split('\n')[1] ?? ''}`;
}

/**
 * Sentry envelope of a server error: type, masked message and stack, and where it happened. No body, query, headers
 * or host name.
 */
function envelopeOf(error: unknown, place: string, at: Date, environment: string): string {
  const eventId = randomUUID().replaceAll('-', '');
  const logged = error instanceof Error ? loggedError(error) : undefined;
  const event = {
    event_id: eventId,
    timestamp: at.getTime() / 1000,
    platform: 'node',
    level: 'error',
    environment,
    transaction: placeOf(place),
    sdk: { name: 'tasuki', version: '1', settings: { infer_ip: 'never' } },
    exception: {
      values: [
        {
          type: logged?.type ?? typeof error,
          value: masked(logged?.message ?? ''),
          mechanism: { type: 'generic', handled: true },
          ...(logged && { stacktrace: { frames: framesOf(logged.stack) } }),
        },
      ],
    },
  };
  const head = { event_id: eventId, sent_at: at.toISOString() };
  return [head, { type: 'event' }, event].map((part) => JSON.stringify(part)).join('\n');
}

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
