import { randomUUID } from 'node:crypto';
import { sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { loggedError } from './logged-error.server.ts';

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
export function fingerprintOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  return `${error.name} ${masked(error.message)} ${error.stack?.split('\n')[1] ?? ''}`;
}

/**
 * Sentry envelope of a server error: type, masked message and stack, and where it happened. No body, query, headers
 * or host name.
 */
export function envelopeOf(error: unknown, place: string, at: Date, environment: string): string {
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
