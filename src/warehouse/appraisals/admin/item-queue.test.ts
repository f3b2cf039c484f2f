import { expect, test } from 'vitest';
import { type DraftItem, emptyItem } from '#warehouse/appraisals/draft-item.ts';
import {
  afterRefused,
  afterSaved,
  asNewItem,
  markSent,
  nextToSend,
  type PendingItem,
  queueKey,
  readQueue,
  rebased,
  shownItems,
  storeQueue,
  unsentAppraisals,
  withChange,
} from './item-queue.ts';

const change = (brand: string, changes: Partial<PendingItem> = {}): PendingItem => ({
  itemId: 'item-0001',
  version: 0,
  boxNumber: 1,
  content: { ...emptyItem, brand },
  imageIds: [],
  isRemoved: false,
  ...changes,
});
const stored = (brand: string, version: number): DraftItem => ({
  id: 'item-0001',
  boxNumber: 1,
  content: { ...emptyItem, brand },
  imageIds: [],
  images: [],
  addedBy: '花子',
  changedBy: '花子',
  changedAt: '20261120100000000',
  isRemoved: false,
  version,
});

test('repeated changes before sending are sent once, based on the version that was shown', () => {
  const queue = withChange(
    withChange([], change('A', { version: 3 })),
    change('AB', { version: 9 }),
  );
  expect(queue).toMatchObject([{ version: 3, content: { brand: 'AB' } }]);
});

test('a saved change leaves the queue; newer input is based on it', () => {
  const sent = change('A');
  expect(afterSaved([sent], sent, 1)).toEqual([]);
  expect(afterSaved([change('AB')], sent, 1)).toMatchObject([
    { version: 1, content: { brand: 'AB' } },
  ]);
});

test('a refused change waits for a choice, and may be based on the stored version', () => {
  const refused = afterRefused([change('A')], 'item-0001', { message: '先に変更', isStale: true });
  expect(refused[0]?.refusal?.isStale).toBe(true);
  expect(rebased(refused, 'item-0001', 4)).toMatchObject([{ version: 4, refusal: undefined }]);
});

test('pending changes are shown, and new items after the stored ones', () => {
  const queue = [change('mine', { version: 1 }), change('new', { itemId: 'item-0002' })];
  expect(
    shownItems([stored('theirs', 2)], queue).map(({ id, content }) => [id, content.brand]),
  ).toEqual([
    ['item-0001', 'mine'],
    ['item-0002', 'new'],
  ]);
  expect(shownItems([stored('theirs', 2)], [change('', { isRemoved: true })])).toEqual([]);
});

test('an unacknowledged change is retried unchanged before newer input', () => {
  const sent = change('A');
  const unanswered = markSent([sent], sent);
  expect(markSent(unanswered, sent)).toBe(unanswered);
  const typed = withChange(unanswered, change('AB'));
  expect(nextToSend(typed)).toMatchObject({ version: 0, content: { brand: 'A' } });
  const saved = afterSaved(typed, sent, 1);
  expect(nextToSend(saved)).toMatchObject({ version: 1, content: { brand: 'AB' } });
  // A removal stays in the queue: the server may already have the item.
  const removed = withChange(unanswered, change('A', { isRemoved: true }));
  expect(nextToSend(removed)).toMatchObject({ isRemoved: false });
  expect(nextToSend(afterSaved(removed, sent, 1))).toMatchObject({ version: 1, isRemoved: true });
});

test('an item whose removal was refused is shown with the choice', () => {
  const going = change('mine', { version: 1, isRemoved: true });
  expect(shownItems([stored('theirs', 2)], [going])).toEqual([]);
  const refused = afterRefused([going], 'item-0001', { message: '先に変更', isStale: true });
  expect(shownItems([stored('theirs', 2)], refused)).toMatchObject([
    { id: 'item-0001', pending: { refusal: { isStale: true } } },
  ]);
  expect(nextToSend(refused)).toBeUndefined();
});

test('the own version of an item removed by a colleague may become a new item', () => {
  const refusal = { message: '先に変更', isStale: true };
  expect(asNewItem([change('A', { version: 3, refusal })], 'item-0001', 'item-0002')).toEqual([
    change('A', { itemId: 'item-0002', refusal: undefined }),
  ]);
});

function memory() {
  const kept = new Map<string, string>();
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
  return { kept, storage };
}

test('two tabs keep each other’s unsent changes', () => {
  const { storage } = memory();
  const key = queueKey('hanako', 'TS-1');
  const [one, other] = [change('A'), change('B', { itemId: 'item-0002' })];
  storeQueue(storage, key, [one], []);
  storeQueue(storage, key, [other], []);
  expect(readQueue(storage, key)).toEqual([other, one]);
  storeQueue(storage, key, [], [one]);
  expect(readQueue(storage, key)).toEqual([other]);
});

test('pending changes survive a reload, for their person only', () => {
  const { kept, storage } = memory();
  const key = queueKey('hanako', 'TS-1');
  storeQueue(storage, key, [change('A')], []);
  expect(readQueue(storage, key)).toEqual([change('A')]);
  expect(readQueue(storage, queueKey('taro', 'TS-1'))).toEqual([]);
  storeQueue(storage, key, [], [change('A')]);
  expect(kept.size).toBe(0);
  kept.set(key, '{broken');
  expect(readQueue(storage, key)).toEqual([]);
});

test('a device lists this person’s boxes with unsent changes', () => {
  const keys = [
    queueKey('hanako', 'TS-2'),
    'another',
    queueKey('taro', 'TS-3'),
    queueKey('hanako', 'TS-1'),
  ];
  const storage = { length: keys.length, key: (index: number) => keys[index] ?? null };
  expect(unsentAppraisals(storage, 'hanako')).toEqual(['TS-1', 'TS-2']);
});
