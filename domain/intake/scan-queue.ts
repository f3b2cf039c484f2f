import { isTimestamp } from '#domain/values/timestamp.ts';
import { isFine, longestCode, mostScansAtOnce, type Scan, type SentScan } from './scan.ts';

/** A scan that waits on the device; `order` keeps apart what was read in the same millisecond. */
export type WaitingScan = SentScan & { order: number };

/** The scans of a device: those that wait to be sent, first read first, and the house's answers, newest first. */
export type ScanQueue = { waiting: readonly WaitingScan[]; answered: readonly Scan[] };

export const emptyQueue: ScanQueue = { waiting: [], answered: [] };

/** So many answers stay on the screen; the list of scans has them all. */
const mostShown = 30;
/** Those that somebody has to see to stay longer: after hours without a network hundreds are answered at once. */
const mostToSee = 300;

const shown = (answered: readonly Scan[]) =>
  answered.filter((scan, index) => index < mostShown || (index < mostToSee && !isFine(scan)));

export type QueueAction =
  /** Read by this device, or found in its storage after a reload. */
  | { type: 'read'; scans: readonly WaitingScan[] }
  /** The house has them for good. */
  | { type: 'answered'; scans: readonly Scan[] }
  /** What the house says of one that it knew. */
  | { type: 'changed'; scan: Scan };

const inOrder = (a: WaitingScan, b: WaitingScan) =>
  a.scannedAt === b.scannedAt ? a.order - b.order : a.scannedAt < b.scannedAt ? -1 : 1;

/** The queue after an action. What was read twice waits once; only an answer takes a scan out. */
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

/** What is sent next. */
export const nextToSend = ({ waiting }: ScanQueue): SentScan[] =>
  waiting.slice(0, mostScansAtOnce).map(({ id, code, scannedAt }) => ({ id, code, scannedAt }));

/**
 * What a device sends of what it read; '' for nothing. Any QR code may come before a camera, with lines in it or half a
 * letter where it is cut: the house would refuse it, and all that waits behind it.
 */
export const labelRead = (text: string): string =>
  text
    .replace(/[\p{Cc}\p{Cs}]+/gu, ' ')
    .trim()
    .slice(0, longestCode)
    .replace(/\p{Cs}$/u, '')
    .trimEnd();

/** Reads what a device stored; undefined for what is damaged. */
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

/** A camera sees a label many times a second: what it saw within this time is the same scan. */
export const sameLabelMs = 3_000;

/** When a camera saw each label last. */
export type SeenLabels = ReadonlyMap<string, number>;

/** Whether a label that a camera sees is a new scan, and not one that is still held before it. */
export function isNewLabel(seen: SeenLabels, { code, atMs }: { code: string; atMs: number }) {
  const last = seen.get(code);
  return last === undefined || atMs - last >= sameLabelMs;
}
