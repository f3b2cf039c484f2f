import { isTimestamp } from '#domain/values/timestamp.ts';
import { longestCode, mostScansAtOnce, type Scan, type SentScan } from './scan.ts';

/** A scan that waits on the device; `order` keeps apart what was read in the same millisecond. */
export type WaitingScan = SentScan & { order: number };

/** The scans of a device: those that wait to be sent, first read first, and the house's answers, newest first. */
export type ScanQueue = { waiting: readonly WaitingScan[]; answered: readonly Scan[] };

export const emptyQueue: ScanQueue = { waiting: [], answered: [] };

/** So many answers stay on the screen; the list of scans has them all. */
const mostShown = 30;

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
        answered: [
          ...action.scans.toReversed(),
          ...queue.answered.filter(({ id }) => !ids.has(id)),
        ].slice(0, mostShown),
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

/** Reads what a device stored; undefined for what is damaged. */
export function readStoredScan(text: string | null): WaitingScan | undefined {
  try {
    const { id, code, scannedAt, order } = JSON.parse(text ?? 'null') ?? {};
    const isWhole =
      typeof id === 'string' &&
      typeof code === 'string' &&
      code.length <= longestCode &&
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

/** What a camera saw last, and when. */
export type SeenLabel = { code: string; atMs: number };

/** Whether a label that a camera sees is a new scan, and not the one it is still held before. */
export const isNewLabel = (last: SeenLabel | undefined, seen: SeenLabel): boolean =>
  last === undefined || last.code !== seen.code || seen.atMs - last.atMs >= sameLabelMs;
