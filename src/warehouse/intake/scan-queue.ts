import { isTimestamp } from '#kit/values/timestamp.ts';
import { isFine, maxCodeLength, maxScansPerRequest, type Scan, type SentScan } from './scan.ts';

/** A scan waiting on the device; `order` separates scans of the same millisecond. */
export type WaitingScan = SentScan & { order: number };

/** Scans of a device: waiting to be sent, oldest first, and answered by the server, newest first. */
export type ScanQueue = { waiting: readonly WaitingScan[]; answered: readonly Scan[] };

export const emptyQueue: ScanQueue = { waiting: [], answered: [] };

/** Answers kept on the screen; the list of scans has all of them. */
const maxShownAnswers = 30;
/** Answers that need attention are kept longer: after hours offline hundreds are answered at once. */
const maxAttentionAnswers = 300;

const shown = (answered: readonly Scan[]) =>
  answered.filter(
    (scan, index) => index < maxShownAnswers || (index < maxAttentionAnswers && !isFine(scan)),
  );

export type QueueAction =
  /** Scanned on this device, or restored from its storage after a reload. */
  | { type: 'read'; scans: readonly WaitingScan[] }
  /** Stored by the server. */
  | { type: 'answered'; scans: readonly Scan[] }
  /** Updated state of an answered scan. */
  | { type: 'changed'; scan: Scan };

const inOrder = (a: WaitingScan, b: WaitingScan) =>
  a.scannedAt === b.scannedAt ? a.order - b.order : a.scannedAt < b.scannedAt ? -1 : 1;

/** Reducer of the queue. A scan is queued once; only an answer removes it. */
export function queueAfter(queue: ScanQueue, action: QueueAction): ScanQueue {
  switch (action.type) {
    case 'read': {
      const known = new Set([...queue.waiting, ...queue.answered].map(({ id }) => id));
      const added = action.scans.filter(({ id }) => !known.has(id));
      return added.length === 0
        ? queue
        : { ...queue, waiting: [...queue.waiting, ...added].sort(inOrder) };
    }
    case 'answered': {
      const ids = new Set(action.scans.map(({ id }) => id));
      return {
        waiting: queue.waiting.filter(({ id }) => !ids.has(id)),
        answered: shown([
          ...action.scans.toReversed(),
          ...queue.answered.filter(({ id }) => !ids.has(id)),
        ]),
      };
    }
    case 'changed':
      return {
        ...queue,
        answered: queue.answered.map((one) => (one.id === action.scan.id ? action.scan : one)),
      };
  }
}

/** The next batch to send. */
export const nextToSend = ({ waiting }: ScanQueue): SentScan[] =>
  waiting.slice(0, maxScansPerRequest).map(({ id, code, scannedAt }) => ({ id, code, scannedAt }));

/**
 * Sanitised text of a scan; '' for nothing. Arbitrary QR codes may contain line breaks or split
 * surrogates: the server would refuse them, and they would block the queue.
 */
export const labelRead = (text: string): string =>
  text
    .replace(/[\p{Cc}\p{Cs}]+/gu, ' ')
    .trim()
    .slice(0, maxCodeLength)
    .replace(/\p{Cs}$/u, '')
    .trimEnd();

/** Reads a stored scan; undefined if it is damaged. */
export function readStoredScan(text: string | null): WaitingScan | undefined {
  try {
    const { id, code: stored, scannedAt, order } = JSON.parse(text ?? 'null') ?? {};
    const code = typeof stored === 'string' ? labelRead(stored) : '';
    const isWhole =
      typeof id === 'string' &&
      code !== '' &&
      typeof scannedAt === 'string' &&
      isTimestamp(scannedAt) &&
      typeof order === 'number';
    return isWhole ? { id, code, scannedAt, order } : undefined;
  } catch {
    return undefined;
  }
}

/** A camera sees a label many times a second; within this time it is the same scan. */
export const sameLabelMs = 3_000;

/** When a camera last saw each label. */
export type SeenLabels = ReadonlyMap<string, number>;

/** Whether a seen label is a new scan, rather than one that is still held before the camera. */
export function isNewLabel(seen: SeenLabels, { code, atMs }: { code: string; atMs: number }) {
  const last = seen.get(code);
  return last === undefined || atMs - last >= sameLabelMs;
}
