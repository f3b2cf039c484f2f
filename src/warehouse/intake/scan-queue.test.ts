import { expect, test } from 'vitest';
import { maxCodeLength, maxScansPerRequest, type Scan, SentScans } from './scan.ts';
import {
  emptyQueue,
  isNewLabel,
  labelRead,
  nextToSend,
  queueAfter,
  readStoredScan,
  type ScanQueue,
  type WaitingScan,
} from './scan-queue.ts';

const waiting = (n: number, scannedAt = '20261120100000000'): WaitingScan => ({
  id: `scan-${n}`,
  code: `TS-${n}`,
  scannedAt,
  order: n,
});
const answered = (n: number): Scan => ({
  ...waiting(n),
  outcome: 'unknown',
  receivedAt: '20261120100001000',
  scannedByName: '',
  takenBackAt: null,
  takenBackReason: '',
  isNumberGuessed: false,
  exceptionId: null,
  takeBack: 'none',
  card: null,
});
const read = (queue: ScanQueue, ...scans: WaitingScan[]) =>
  queueAfter(queue, { type: 'read', scans });
const ids = (list: readonly { id: string }[]) => list.map(({ id }) => id);

test('scans wait in the order in which they were read, however they come back from storage', () => {
  const late = waiting(1, '20261120100005000');
  const queue = read(read(emptyQueue, waiting(3), late), waiting(2));
  expect(ids(nextToSend(queue))).toEqual(['scan-2', 'scan-3', 'scan-1']);
  expect(nextToSend(queue)[0]).toEqual({
    id: 'scan-2',
    code: 'TS-2',
    scannedAt: '20261120100000000',
  });
});

test('a scan waits until it is answered, once, and no other goes with it', () => {
  const queue = read(emptyQueue, waiting(1), waiting(2));
  expect(read(queue, waiting(2))).toBe(queue);
  const after = queueAfter(queue, { type: 'answered', scans: [answered(1)] });
  expect([ids(after.waiting), ids(after.answered)]).toEqual([['scan-2'], ['scan-1']]);
  expect(ids(read(after, waiting(1)).waiting)).toEqual(['scan-2']);
});

test('answers stand newest first, the latest word on each once', () => {
  let queue = read(emptyQueue, ...[1, 2, 3].map((n) => waiting(n)));
  queue = queueAfter(queue, { type: 'answered', scans: [answered(1), answered(2)] });
  queue = queueAfter(queue, { type: 'answered', scans: [answered(2), answered(3)] });
  expect(ids(queue.answered)).toEqual(['scan-3', 'scan-2', 'scan-1']);
  const scan: Scan = { ...answered(2), takenBackAt: '20261120100500000' };
  expect(queueAfter(queue, { type: 'changed', scan }).answered[1]).toBe(scan);
});

test('of hundreds answered at once, those that need attention stay', () => {
  const many = Array.from({ length: 2 * maxScansPerRequest }, (_, n) => answered(n));
  const scans = many.map((scan, n) =>
    n % 40 === 0 ? scan : { ...scan, outcome: 'received' as const },
  );
  const queue = queueAfter(emptyQueue, { type: 'answered', scans });
  expect(queue.answered.filter(({ outcome }) => outcome === 'unknown')).toHaveLength(3);
  expect(queue.answered.length).toBeLessThan(40);
});

test('no more is sent at once than the server accepts', () => {
  const many = Array.from({ length: maxScansPerRequest + 5 }, (_, n) => waiting(n));
  expect(nextToSend(read(emptyQueue, ...many))).toHaveLength(maxScansPerRequest);
});

test.each([
  ['BEGIN:VCARD\r\nN:山田\r\nEND:VCARD', 'BEGIN:VCARD N:山田 END:VCARD'],
  ['  TS-AAAA-BBBB-1\t', 'TS-AAAA-BBBB-1'],
  [`${'a'.repeat(maxCodeLength - 1)}𠮷`, 'a'.repeat(maxCodeLength - 1)],
  ['箱\ud842', '箱'],
])('of whatever a camera may read, what is sent is taken by the house: %j', (read, code) => {
  expect(labelRead(read)).toBe(code);
  const scans = [{ id: 'a'.repeat(32), code, scannedAt: '20261120100000000' }];
  expect(SentScans.safeParse({ scans }).success).toBe(true);
  // A raw code in the storage does not block the queue either.
  expect(readStoredScan(JSON.stringify({ ...waiting(1), code: read }))?.code).toBe(code);
});

test('a code without readable letters is no scan', () => {
  expect(labelRead(' \n\u0000 ')).toBe('');
});

test('what a device stored is read again, and what is damaged is left out', () => {
  expect(readStoredScan(JSON.stringify(waiting(1)))).toEqual(waiting(1));
  for (const text of [null, '', '{', '[]', 'null', '{"id":1}']) {
    expect(readStoredScan(text)).toBeUndefined();
  }
  const odd = { ...waiting(1), scannedAt: 'yesterday' };
  expect(readStoredScan(JSON.stringify(odd))).toBeUndefined();
});

test('a label that is held before the camera is one scan, and another label at once another', () => {
  const seen = new Map([['TS-1', 1_000]]);
  expect(isNewLabel(new Map(), { code: 'TS-1', atMs: 1_000 })).toBe(true);
  expect(isNewLabel(seen, { code: 'TS-1', atMs: 3_999 })).toBe(false);
  expect(isNewLabel(seen, { code: 'TS-1', atMs: 4_000 })).toBe(true);
  expect(isNewLabel(seen, { code: 'TS-2', atMs: 1_001 })).toBe(true);
});

test('two labels in one picture are two scans, whichever of them each look finds', () => {
  const seen = new Map<string, number>();
  const scans = Array.from({ length: 20 }, (_, look) => {
    const found = { code: `TS-${look % 2}`, atMs: look * 120 };
    const isNew = isNewLabel(seen, found);
    seen.set(found.code, found.atMs);
    return isNew;
  });
  expect(scans.filter(Boolean)).toHaveLength(2);
});
