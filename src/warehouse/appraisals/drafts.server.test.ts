import { beforeEach, expect, test } from 'vitest';
import type { ApplicationState } from '#giving/applications/application-state.ts';
import { applicationEvents, applications } from '#giving/applications/application-tables.server.ts';
import { auditLog } from '#kit/audit/audit-tables.server.ts';
import { urlOf } from '#kit/db/database.server.ts';
import { outboxMails } from '#people/mail/mail-tables.server.ts';
import {
  application,
  insertApplications,
  insertAssociate,
  numberOf,
} from '#test/factories/donating.ts';
import { emptyTables } from '#test/factories/money/empty-tables.ts';
import { publishContent } from '#test/factories/publishing.ts';
import { leaveUncommitted, waitForLocks } from '#test/lock-waits.ts';
import { headersOfSession, signedIn } from '#test/signed-in.ts';
import { testApp } from '#test/test-app.ts';
import { boxes } from '#warehouse/kits/kit-tables.server.ts';
import type { AppraisalDraft, SavedItem } from './appraisal-draft.ts';
import { appraisalDraftItems, appraisalDrafts, waitingResults } from './appraisal-tables.server.ts';
import { emptyItem, type ItemContent } from './draft-item.ts';

const house = await testApp();
const { app, db, clock } = house;
const signIn = signedIn(house);
type Headers = Record<string, string>;
const lead: Headers = await signIn('lead', 'operator');
const hanako: Headers = await signIn('hanako', 'warehouse');
const taro: Headers = await signIn('taro', 'warehouse');
await insertAssociate(db, 'ao', 'あおぞらの会');

const one = numberOf(1);
const path = (appraisalId = one) => `/api/office/appraisals/${appraisalId}`;

beforeEach(async () => {
  clock.now = new Date('2026-11-20T10:00:00+09:00');
  await db.delete(applications);
  await emptyTables(db, 'audit_log', 'outbox_mails');
  await insertApplications(db, [application(1)]);
});

const coat: ItemContent = {
  ...emptyItem,
  category: 'outerwear',
  brand: 'ユニクロ',
  condition: 'good',
  amountYen: 1_200,
  destination: 'sold',
};
const read = async (headers = hanako, appraisalId = one) => {
  const reply = await app.inject({ url: path(appraisalId), headers });
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json<AppraisalDraft>();
};
const send = (url: string, payload: object, version: number, headers = hanako) =>
  app.inject({
    method: 'POST',
    url,
    headers: { ...headers, 'if-match': `"${version}"` },
    payload,
  });
const put = (
  itemId: string,
  content: Partial<ItemContent>,
  { version = 0, boxNumber = 1, headers = hanako, imageIds = [] as string[], of = one } = {},
) =>
  send(
    `${path(of)}/items/${itemId}`,
    { boxNumber, content: { ...coat, ...content }, imageIds },
    version,
    headers,
  );
const saved = async (...order: Parameters<typeof put>) => {
  const reply = await put(...order);
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json<SavedItem>();
};
const step = async (name: string, body: object, headers = hanako, version?: number) =>
  send(`${path()}/${name}`, body, version ?? (await read(headers)).version, headers);
const done = async (...order: Parameters<typeof step>) => {
  const reply = await step(...order);
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json<AppraisalDraft>();
};

test('an item is what the device said, with who wrote it, and what all come to', async () => {
  expect(await read()).toMatchObject({ state: 'waiting', boxes: [1], items: [], version: 0 });
  await saved('item-0001', {});
  clock.now = new Date('2026-11-20T10:00:01+09:00');
  await saved('item-0002', {
    amountYen: 0,
    zeroReason: 'worn',
    destination: 'recycled',
    quantity: 3,
  });
  const draft = await read(taro);
  expect(draft).toMatchObject({ state: 'open', version: 2, others: ['hanako@tasuki.example'] });
  expect(draft.items.map(({ id, content, addedBy }) => [id, content.amountYen, addedBy])).toEqual([
    ['item-0001', 1_200, 'hanako@tasuki.example'],
    ['item-0002', 0, 'hanako@tasuki.example'],
  ]);
});

test('an item sent again after a lost answer is one item, written once', async () => {
  await saved('item-0001', {});
  const again = await saved('item-0001', {});
  expect(again).toMatchObject({ item: { version: 1 }, version: 1 });
  expect((await read()).items).toHaveLength(1);
  expect(await db.$count(auditLog)).toBe(1);
});

test('who changes an item that a colleague changed meanwhile is told who, and overwrites nothing', async () => {
  await saved('item-0001', {});
  await saved('item-0001', { amountYen: 2_000 }, { version: 1, headers: taro });
  const reply = await put('item-0001', { amountYen: 900 }, { version: 1 });
  expect(reply.statusCode).toBe(409);
  expect(reply.json().message).toContain('taro@tasuki.example');
  expect((await read()).items[0]?.content.amountYen).toBe(2_000);
  // With the current version it works.
  await saved('item-0001', { amountYen: 900 }, { version: 2 });
});

test.each([
  ['in another box', { boxNumber: 2 }],
  ['with another picture', { imageIds: ['another'] }],
])('an item sent again %s is not the same one', async (_, changes) => {
  await db.update(applications).set({ boxes: 2 });
  await saved('item-0001', {});
  const reply = await put('item-0001', {}, changes);
  expect([reply.statusCode, reply.json().message]).toEqual([
    409,
    expect.stringContaining('先に変更しています'),
  ]);
});

test('goods of an application that is called off while an item is saved take none', async () => {
  const commit = await leaveUncommitted(urlOf(db), `update applications set state = 'cancelled'`);
  const saving = put('item-0001', {});
  await waitForLocks(db, 1);
  await commit();
  expect([(await saving).statusCode, (await saving).json().message]).toEqual([
    409,
    expect.stringContaining('保留の棚'),
  ]);
  expect(await db.$count(appraisalDraftItems)).toBe(0);
});

test('items added to one box at the same moment by two people are all kept', async () => {
  const people = [hanako, taro, lead];
  const replies = await Promise.all(
    Array.from({ length: 12 }, (_, n) =>
      put(`item-at-once-${n}`, { amountYen: 100 + n }, { headers: people[n % 3] ?? hanako }),
    ),
  );
  expect(replies.map(({ statusCode }) => statusCode)).toEqual(Array(12).fill(200));
  const { items, version } = await read();
  expect([items.length, version]).toEqual([12, 12]);
});

test('an item that was taken out is gone, and comes back when it is written again', async () => {
  await saved('item-0001', {});
  const removed = await send(`${path()}/items/item-0001/remove`, {}, 1);
  expect(removed.json()).toMatchObject({ item: { isRemoved: true, version: 2 } });
  expect((await read()).items).toEqual([]);
  expect((await put('item-0001', {}, { version: 1, headers: taro })).statusCode).toBe(409);
  await saved('item-0001', {}, { version: 2 });
  expect((await read()).items).toHaveLength(1);
});

test('taken out again after a lost answer, or by two, an item is out, and nothing is noted twice', async () => {
  await saved('item-0001', {});
  const remove = (version: number, headers = hanako) =>
    send(`${path()}/items/item-0001/remove`, {}, version, headers);
  const first = await remove(1);
  for (const again of [await remove(1), await remove(1, taro)]) {
    expect([again.statusCode, again.json()]).toEqual([200, first.json()]);
  }
  expect(await db.$count(auditLog)).toBe(2);
  // An item changed by a colleague is not removed.
  await saved('item-0001', {}, { version: 2, headers: taro });
  expect((await remove(2)).statusCode).toBe(409);
  expect((await read()).items).toHaveLength(1);
});

test('an item of another application is not found', async () => {
  await insertApplications(db, [application(2)]);
  await saved('item-0001', {});
  expect((await put('item-0001', {}, { version: 1, of: numberOf(2) })).statusCode).toBe(404);
  expect((await put('item-0009', {}, { version: 3 })).statusCode).toBe(404);
  expect((await put('item-0001', {}, { of: numberOf(3) })).statusCode).toBe(404);
});

test.each<[ApplicationState, string]>([
  ['applied', 'まだお送りしていない'],
  ['kit-sent', '到着がまだ記録されていません'],
  ['cancelled', '保留の棚'],
  ['donated', '訂正'],
  ['returned', '責任者'],
])(
  'goods of an application that is %s are not appraised, and it is said what to do',
  async (state, words) => {
    await db.update(applications).set({ state });
    for (const reply of [
      await app.inject({ url: path(), headers: hanako }),
      await put('item-0001', {}),
      await send(`${path()}/finish-box`, { boxNumber: 1, isFinished: true }, 0),
    ]) {
      expect([reply.statusCode, reply.json().message]).toEqual([
        409,
        expect.stringContaining(words),
      ]);
    }
  },
);

test('only boxes that came can have items', async () => {
  await db.update(applications).set({ boxes: 3 });
  await db.insert(boxes).values([
    { appraisalId: one, number: 1, receivedAt: clock.now, receivedBy: 'taro' },
    { appraisalId: one, number: 2 },
    { appraisalId: one, number: 4, isExtra: true, receivedAt: clock.now, receivedBy: 'taro' },
  ]);
  expect((await read()).boxes).toEqual([1, 4]);
  await saved('item-0004', {}, { boxNumber: 4 });
  const reply = await put('item-0002', {}, { boxNumber: 2 });
  expect([reply.statusCode, reply.json().message]).toEqual([400, '2箱目は、まだ届いていません。']);
});

test('a box with goods on the table stays there when another box is scanned after them', async () => {
  await db.update(applications).set({ boxes: 2 });
  await saved('item-0002', { amountYen: null }, { boxNumber: 2 });
  await db
    .insert(boxes)
    .values({ appraisalId: one, number: 1, receivedAt: clock.now, receivedBy: 'taro' });
  expect((await read()).boxes).toEqual([1, 2]);
  await saved('item-0001', {});
  await done('finish-box', { boxNumber: 1, isFinished: true });
  expect((await step('ask-review', { note: '', overrideReason: '' })).json().message).toBe(
    '2箱目の査定がまだ終わっていません。',
  );
});

test('the day of arrival is that of the goods, not of an arrival that was taken back', async () => {
  const arrival = (at: string, more: object = {}) => ({
    ...{ appraisalId: one, fromState: 'kit-sent', toState: 'goods-received', doneBy: 'operator' },
    ...{ at: new Date(at), ...more },
  });
  const [wrong] = await db
    .insert(applicationEvents)
    .values(arrival('2026-11-02T10:00:00+09:00'))
    .returning({ id: applicationEvents.id });
  const back = { fromState: 'goods-received', toState: 'kit-sent', undoes: wrong?.id };
  await db
    .insert(applicationEvents)
    .values([
      arrival('2026-11-03T10:00:00+09:00', back),
      arrival('2026-11-04T10:00:00+09:00', { isSkipped: true }),
      arrival('2026-11-19T10:00:00+09:00'),
    ]);
  expect(await read()).toMatchObject({ receivedOn: '2026-11-19' });
});

test('an arrival is not taken back under goods on the table, and without them nothing is finished', async () => {
  await db.update(applications).set({ state: 'kit-sent' });
  const byHand = async (url: string, more: object = {}) => {
    const [row] = await db.select().from(applications);
    const seen = [{ appraisalId: one, version: row?.version }];
    const payload = { applications: seen, ...more };
    const reply = await app.inject({
      ...{ method: 'POST', url: `/api/office/applications/${url}`, headers: lead, payload },
    });
    expect(reply.statusCode, reply.body).toBe(200);
    return reply.json()[0];
  };
  const arrives = () => byHand('step', { step: 'receive-goods' });
  await arrives();
  await saved('item-0001', {});
  expect(await byHand('take-back')).toMatchObject({
    isDone: false,
    message: expect.stringContaining('お品物を取り除いて'),
  });
  await send(`${path()}/items/item-0001/remove`, {}, 1);
  await done('finish-box', { boxNumber: 1, isFinished: true });
  expect(await byHand('take-back')).toMatchObject({ isDone: true, state: 'kit-sent' });
  await arrives();
  expect(await read()).toMatchObject({ state: 'open', finishedBoxes: [] });
});

test('a box with an item of which something is missing is not finished, and it is said what', async () => {
  await saved('item-0001', {});
  await saved('item-0002', { amountYen: 0 });
  await saved('item-0003', { destination: 'discarded' });
  const reply = await step('finish-box', { boxNumber: 1, isFinished: true });
  expect([reply.statusCode, reply.json().message]).toEqual([
    409,
    'まだ足りない内容があります：2行目（0円の理由）、3行目（行き先の理由）',
  ]);
  await saved('item-0002', { amountYen: 0, zeroReason: 'season' }, { version: 1 });
  await saved('item-0003', { destination: 'discarded', destinationReason: '割れ' }, { version: 1 });
  expect(await done('finish-box', { boxNumber: 1, isFinished: true })).toMatchObject({
    finishedBoxes: [1],
  });
});

test('items stand by box and then as they were added, finished boxes by number', async () => {
  await db.update(applications).set({ boxes: 2 });
  for (const [id, boxNumber] of [
    ['item-0001', 2],
    ['item-0003', 1],
    ['item-0002', 1],
  ] as const) {
    clock.now = new Date(clock.now.getTime() + 1_000);
    await saved(id, {}, { boxNumber });
  }
  expect((await read()).items.map(({ id }) => id)).toEqual(['item-0003', 'item-0002', 'item-0001']);
  await done('finish-box', { boxNumber: 2, isFinished: true });
  const both = await done('finish-box', { boxNumber: 1, isFinished: true });
  expect(both.finishedBoxes).toEqual([1, 2]);
});

test('a finished box takes no item until it is opened again', async () => {
  await saved('item-0001', {});
  await done('finish-box', { boxNumber: 1, isFinished: true });
  expect((await put('item-0002', {})).statusCode).toBe(409);
  expect((await put('item-0001', { amountYen: 1 }, { version: 1 })).statusCode).toBe(409);
  await done('finish-box', { boxNumber: 1, isFinished: false });
  await saved('item-0002', {});
});

test('finishing a box without having seen a colleague’s last item is refused', async () => {
  await saved('item-0001', {});
  const { version } = await read();
  await saved('item-0002', {}, { headers: taro });
  const reply = await step('finish-box', { boxNumber: 1, isFinished: true }, hanako, version);
  expect([reply.statusCode, reply.json().message]).toEqual([
    409,
    expect.stringContaining('taro@tasuki.example'),
  ]);
});

test('the way to the result: all boxes, a second check, and back with instructions', async () => {
  await db.update(applications).set({ boxes: 2 });
  await saved('item-0001', {});
  await done('finish-box', { boxNumber: 1, isFinished: true });
  const ask = { note: '大切に着られていました。', overrideReason: '' };
  const early = await step('ask-review', ask);
  expect(early.json().message).toBe('2箱目の査定がまだ終わっていません。');
  await saved('item-0002', { amountYen: 300 }, { boxNumber: 2, headers: taro });
  await done('finish-box', { boxNumber: 2, isFinished: true }, taro);
  expect(await done('ask-review', ask)).toMatchObject({
    state: 'review',
    finished: { name: 'hanako@tasuki.example' },
    note: ask.note,
  });
  // Nothing changes during the review.
  expect((await put('item-0003', {})).statusCode).toBe(409);
  expect((await step('confirm', {})).statusCode).toBe(403);
  const back = await done('send-back', { note: '金額をもう一度' }, lead);
  expect(back).toMatchObject({ state: 'open', finishedBoxes: [], sentBackNote: '金額をもう一度' });
  expect((await step('confirm', {}, lead)).statusCode).toBe(409);
});

test('an appraisal without items cannot be finished', async () => {
  await done('finish-box', { boxNumber: 1, isFinished: true });
  const reply = await step('ask-review', { note: '', overrideReason: '' });
  expect([reply.statusCode, reply.json().message]).toEqual([
    409,
    expect.stringContaining('1点も入力されていません'),
  ]);
});

test('a stale draft takes no step', async () => {
  await saved('item-0001', {});
  await done('finish-box', { boxNumber: 1, isFinished: true });
  const { version } = await read();
  await done('ask-review', { note: '', overrideReason: '' });
  for (const [name, body] of [
    ['finish-box', { boxNumber: 1, isFinished: false }],
    ['ask-review', { note: '', overrideReason: '' }],
    ['send-back', { note: 'もう一度' }],
    ['confirm', {}],
    ['continue', {}],
  ] as const) {
    const reply = await step(name, body, lead, version);
    expect([name, reply.statusCode]).toEqual([name, 409]);
  }
  expect((await read()).state).toBe('review');
});

/** For each step the draft states that allow it, and the refusal in those states, apart from the goods. */
const inStates: [string, object, string[], string][] = [
  ['finish-box', { boxNumber: 9, isFinished: true }, ['open'], 'まだ届いていません'],
  ['ask-review', { note: '', overrideReason: '' }, ['open'], 'まだ終わっていません'],
  ['confirm', {}, ['review'], 'まだ終わっていません'],
  ['send-back', { note: 'もう一度' }, ['review'], ''],
  ['continue', {}, ['review', 'reviewed'], ''],
];
test.each(inStates)(
  'the step %s is taken in its own states alone',
  async (name, body, states, answer) => {
    await saved('item-0001', {});
    for (const state of ['open', 'review', 'reviewed']) {
      await db.update(appraisalDrafts).set({ state, finishedBoxes: [] });
      const reply = await step(name, body, lead);
      const isTaken = states.includes(state);
      const words = isTaken ? answer : /この査定は|もう再開/;
      expect([state, reply.json().message ?? '']).toEqual([
        state,
        isTaken ? expect.stringContaining(answer) : expect.stringMatching(words),
      ]);
      expect([state, reply.statusCode < 300]).toEqual([state, isTaken && answer === '']);
    }
  },
);

test('boxes that came are a list, the longest waiting first, with who works on which', async () => {
  await insertApplications(db, [
    application(2, { stateChangedAt: new Date('2026-10-30T09:00:00+09:00') }),
    application(3, { state: 'applied' }),
  ]);
  await saved('item-0001', {}, { headers: taro });
  const list = async (query = '') =>
    (await app.inject({ url: `/api/office/appraisals${query}`, headers: hanako }))
      .json<{ appraisalId: string; state: string; items: number; changedBy: string }[]>()
      .map(({ appraisalId, state, items, changedBy }) => [appraisalId, state, items, changedBy]);
  const untouched = [numberOf(2), 'waiting', 0, ''];
  const begun = [one, 'open', 1, 'taro@tasuki.example'];
  expect(await list()).toEqual([untouched, begun]);
  expect(await list('?state=waiting')).toEqual([untouched]);
  expect(await list('?state=open')).toEqual([begun]);
  expect(await list('?state=review')).toEqual([]);
});

const waiting = () =>
  db
    .select()
    .from(waitingResults)
    .then((rows) => rows.map(({ result, items, ...row }) => ({ ...row, result, items })));
const ask = { note: '', overrideReason: '' };
const through = async () => {
  await done('finish-box', { boxNumber: 1, isFinished: true });
  await done('ask-review', ask);
};

test('results of a day wait in one batch in the order in which they were confirmed', async () => {
  await insertApplications(
    db,
    [2, 3].map((n) => application(n)),
  );
  const numbers = [3, 1, 2].map(numberOf);
  for (const [index, of] of numbers.entries()) {
    await saved(`item-000${index}`, {}, { of });
    for (const [name, body, headers] of [
      ['finish-box', { boxNumber: 1, isFinished: true }, hanako],
      ['ask-review', ask, hanako],
      ['confirm', {}, lead],
    ] as const) {
      const { version } = await read(headers, of);
      const reply = await send(`${path(of)}/${name}`, body, version, headers);
      expect(reply.statusCode, reply.body).toBe(200);
    }
  }
  const rows = (await waiting()).toSorted((a, b) => a.rowNumber - b.rowNumber);
  expect(rows.map(({ rowNumber, appraisalId }) => [rowNumber, appraisalId])).toEqual(
    numbers.map((number, index) => [index + 2, number]),
  );
  expect(new Set(rows.map(({ batchId }) => batchId)).size).toBe(1);
});

test('after the second look the result waits with its items, and nobody is notified yet', async () => {
  await saved('item-0001', { quantity: 2 });
  await saved('item-0002', {
    amountYen: 0,
    zeroReason: 'worn',
    zeroNote: '襟',
    destination: 'recycled',
  });
  await through();
  clock.now = new Date('2026-11-20T10:01:00+09:00');
  const draft = await done('confirm', {}, lead);
  expect(draft).toMatchObject({
    state: 'reviewed',
    canReopen: false,
    finished: { name: 'hanako@tasuki.example', at: '20261120100000000' },
    reviewed: { name: 'lead@tasuki.example', at: '20261120100100000' },
  });
  const [row] = await waiting();
  expect(row).toMatchObject({
    appraisalId: one,
    source: 'tablet',
    result: {
      itemCount: 3,
      pricedCount: 2,
      appraisedYen: 1_200,
      bonusYen: 0,
      outcome: 'completed',
    },
    items: [
      {
        name: 'アウター　ユニクロ',
        quantity: 2,
        amountYen: 1_200,
        destination: '販売',
        boxNumber: 1,
      },
      {
        amountYen: 0,
        destination: 'リサイクル',
        reason: '汚れ・傷み（襟）',
        category: 'outerwear',
      },
    ],
  });
  expect(await db.$count(outboxMails)).toBe(0);
  expect((await db.select().from(applications))[0]?.state).toBe('goods-received');
});

test('what waits to be released cannot be changed, until it is taken out there', async () => {
  await saved('item-0001', {});
  await through();
  await done('confirm', {}, lead);
  for (const reply of [await put('item-0002', {}), await step('continue', {})]) {
    expect([reply.statusCode, reply.json().message]).toEqual([
      409,
      expect.stringContaining('この行を外して'),
    ]);
  }
  await db.update(waitingResults).set({ takenOutAt: clock.now, takenOutBy: 'lead' });
  expect(await done('continue', {})).toMatchObject({ state: 'open' });
  await done('finish-box', { boxNumber: 1, isFinished: false });
  await saved('item-0001', { amountYen: 2_000 }, { version: 1 });
  await through();
  await done('confirm', {}, lead);
  expect((await waiting()).filter(({ takenOutAt }) => takenOutAt === null)).toMatchObject([
    { result: { appraisedYen: 2_000 } },
  ]);
});

test('confirmed twice at once, it waits once', async () => {
  await saved('item-0001', {});
  await through();
  const { version } = await read(lead);
  const replies = await Promise.all([1, 2, 3].map(() => step('confirm', {}, lead, version)));
  expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409, 409]);
  expect(await waiting()).toHaveLength(1);
});

test('an implausible sum needs a reason', async () => {
  await saved('item-0001', { amountYen: 10_000_000 });
  await done('finish-box', { boxNumber: 1, isFinished: true });
  expect((await read()).flags).toMatchObject([{ code: 'large' }]);
  const reply = await step('ask-review', ask);
  expect([reply.statusCode, reply.json().errors]).toEqual([
    400,
    [{ path: 'overrideReason', message: expect.stringContaining('理由') }],
  ]);
  await done('ask-review', { note: '', overrideReason: '鑑定書つきの指輪' });
  await done('confirm', {}, lead);
  expect(await waiting()).toMatchObject([{ overrideReason: '鑑定書つきの指輪' }]);
});

test('a name of rare letters and a sum beyond all results are no faults of the house', async () => {
  await saved('item-0001', { brand: '𠮷'.repeat(60), feature: `a${'𠮷'.repeat(100)}` });
  await through();
  await done('confirm', {}, lead);
  const [row] = await waiting();
  expect(row?.items).toMatchObject([{ name: expect.stringMatching(/𠮷$/u) }]);

  await db.delete(applications);
  await insertApplications(db, [application(1)]);
  for (const n of [1, 2]) await saved(`item-100${n}`, { amountYen: 6_000_000 });
  await done('finish-box', { boxNumber: 1, isFinished: true });
  const reply = await step('ask-review', { note: '', overrideReason: '鑑定書つき' });
  expect([reply.statusCode, reply.json().message]).toEqual([
    409,
    expect.stringContaining('10,000,000円を超えています'),
  ]);
});

test.each([
  ['reused', 'unpriced'],
  ['returned', 'returned'],
  ['discarded', 'discarded'],
] as const)('goods of no worth that are all %s end as %s', async (destination, outcome) => {
  await saved('item-0001', {
    amountYen: 0,
    zeroReason: 'season',
    destination,
    destinationReason: 'ご希望のため',
  });
  await through();
  await done('confirm', {}, lead);
  expect(await waiting()).toMatchObject([{ result: { outcome, donationYen: 0 } }]);
});

test('what campaigns add is added by the rules of the day of appraisal', async () => {
  const rule = {
    title: '冬の応援',
    percent: 10,
    startsOn: '2026-11-20',
    endsOn: '2026-11-20',
    kind: 'direct',
    campaign: '',
  };
  const published = await publishContent(house, {
    path: '/api/office/settings/bonus-rules',
    content: { rules: [rule, { ...rule, title: '基金だけ', kind: 'fund' }] },
    headers: lead,
  });
  expect(published.statusCode, published.body).toBe(200);
  await saved('item-0001', { amountYen: 1_255 });
  expect((await read()).bonus).toEqual({ yen: 125, parts: [{ title: '冬の応援', yen: 125 }] });
  await through();
  // The second check may happen the next day: the appraisal's day stays.
  clock.now = new Date('2026-11-21T10:00:00+09:00');
  await done('confirm', {}, await headersOfSession(house, 'lead', true));
  expect(await waiting()).toMatchObject([
    { result: { appraisedOn: '2026-11-20', bonusYen: 125, donationYen: 1_380 } },
  ]);
  // A reopened draft ends on another day, and the screen shows the bonus that will really apply.
  await db.update(waitingResults).set({ takenOutAt: clock.now, takenOutBy: 'lead' });
  const later = await headersOfSession(house, 'hanako', true);
  await done('continue', {}, later);
  expect((await read(later)).bonus).toEqual({ yen: 0, parts: [] });
});
