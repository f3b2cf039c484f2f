import { eq, sql } from 'drizzle-orm';
import fc from 'fast-check';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { applicationEvents, applications } from '#giving/applications/application-tables.server.ts';
import { donations } from '#giving/donations/donation-tables.server.ts';
import { pledges } from '#giving/pledges/pledge-tables.server.ts';
import { endPapersOn } from '#giving/receipts/paper-record.server.ts';
import { transaction } from '#kit/db/database.server.ts';
import { remittances } from '#money/remittances/remittance-tables.server.ts';
import { users } from '#people/accounts/account-tables.server.ts';
import { outboxMails } from '#people/mail/mail-tables.server.ts';
import { completeForLedger } from '#test/factories/dealer-ledger.ts';
import {
  application,
  insertApplications,
  insertAssociate,
  numberOf,
  resultFile,
  resultLine,
} from '#test/factories/donating.ts';
import { emptyTables } from '#test/factories/money/empty-tables.ts';
import { insertPledge } from '#test/factories/pledging.ts';
import { insertPaper } from '#test/factories/receipts.ts';
import { ifMatchOf } from '#test/factories/seen.ts';
import { uploadResults } from '#test/factories/upload-results.ts';
import { headersOfSession, signedIn } from '#test/signed-in.ts';
import { testApp } from '#test/test-app.ts';
import { appraisals } from '#warehouse/results/result-tables.server.ts';

const house = await testApp();
const { app, db, clock } = house;
const signIn = signedIn(house);
let operator = await signIn('op', 'operator');
await db.update(users).set({ lastName: '倉田', firstName: '次郎' }).where(eq(users.uid, 'op'));
await signIn('author');

const upload = async (...lines: string[]) => {
  const { status, body } = await uploadResults(house, operator, resultFile(...lines));
  expect([status, body.errors]).toEqual([200, []]);
  return body.batchId as string;
};

const reverse = (batchId: string, reason: unknown = '金額を誤ったため', version: unknown = 1) =>
  app.inject({
    method: 'POST',
    url: `/api/office/results/batches/${batchId}/reverse`,
    payload: { reason, version },
    headers: operator,
  });

/** Sums and states of everything an import changes. */
async function facts() {
  const { rows } = await db.execute(sql`
    select
      (select json_agg(json_build_array(appraisal_id, state, identity) order by appraisal_id) from applications) as states,
      (select json_agg(m order by associate_id, month) from associate_months m where donation_count > 0) as months,
      (select json_agg(m order by social_challenge_id, month) from challenge_months m where donation_count > 0) as funds,
      (select json_object_agg(account, total) from (
        select account, sum(amount_yen) as total from ledger_lines group by account having sum(amount_yen) <> 0
      ) balances) as balances,
      (select json_agg(d order by id) from donations d where reversed_at is null) as donations,
      (select count(*)::int from outbox_mails where state <> 'sent') as waiting`);
  return rows[0];
}

beforeAll(async () => {
  await insertAssociate(db, 'ao');
  await insertAssociate(db, 'midori');
});

/** Moves the clock and renews the token, which would expire. */
async function moveClock(to: string) {
  clock.now = new Date(to);
  operator = await headersOfSession(house, 'op');
}

beforeEach(async () => {
  await moveClock('2026-11-20T10:00:00+09:00');
  await emptyTables(
    db,
    'receipts',
    'applications',
    'result_batches',
    'outbox_mails',
    'remittances',
    'number_floors',
  );
  await db.execute(sql`update associate_months set donation_count = 0, amount_yen = 0`);
  await db.execute(sql`update challenge_months set donation_count = 0, amount_yen = 0`);
});

test('a batch is taken back whole, with its reason, and its file can be uploaded again', async () => {
  await insertApplications(db, [application(1), application(2, { state: 'applied' })]);
  const lines = [resultLine(1), resultLine(2, { appraised: 500 })];
  const before = await facts();
  const batchId = await upload(...lines);
  await moveClock('2026-12-02T10:00:00+09:00');
  const answer = await reverse(batchId, ' 金額を誤ったため ');
  expect([answer.statusCode, answer.json()]).toMatchObject([
    200,
    { id: batchId, reversalReason: '金額を誤ったため', reversedAt: '20261202100000000' },
  ]);
  expect(await facts()).toEqual(before);
  const events = await db
    .select()
    .from(applicationEvents)
    .where(eq(applicationEvents.appraisalId, numberOf(2)))
    .orderBy(applicationEvents.id);
  expect(events.at(-1)).toMatchObject({ fromState: 'donated', toState: 'applied', batchId });

  expect(await upload(...lines)).not.toBe(batchId);
  expect(await facts()).toMatchObject({
    months: [{ associate_id: 'ao', month: '2026-12-01', donation_count: 2, amount_yen: 1700 }],
    waiting: 2,
  });
  expect(await db.$count(appraisals)).toBe(4);
});

test('the books say of each gift that was taken back why, by whom, and which posting it corrects', async () => {
  await insertApplications(db, [application(1), application(2)]);
  const batchId = await upload(resultLine(1), resultLine(2, { appraised: 500 }));
  expect((await reverse(batchId, '金額を誤ったため')).statusCode).toBe(200);
  const { rows } = await db.execute(sql`
    select n.reason, n.actor_uid, n.corrects = 'donation:' || d.id as "isOfGift" from donations d
    left join posting_notes n on n.posting_id = 'reversal:' || d.id where d.reversed_at is not null`);
  const said = { reason: '金額を誤ったため', actor_uid: 'op', isOfGift: true };
  expect(rows).toEqual([said, said]);
});

test('import, then reversal, leaves every state, count and balance as it was', async () => {
  const outcomes = ['成立', '成立', '成立', '値付不可', '返送', '廃棄', 'キャンセル'] as const;
  const goods = fc.record({
    kind: fc.constantFrom('ao', 'midori', 'fund'),
    state: fc.constantFrom('applied', 'kit-sent', 'goods-received', 'appraised'),
    outcome: fc.constantFrom(...outcomes),
    appraised: fc.integer({ min: 0, max: 20_000 }),
    bonus: fc.integer({ min: 0, max: 2_000 }),
    batch: fc.boolean(),
  });
  let n = 100;
  await fc.assert(
    fc.asyncProperty(fc.array(goods, { minLength: 1, maxLength: 12 }), async (boxes) => {
      const sent = boxes.map((box) => ({ ...box, n: n++ }));
      await insertApplications(
        db,
        sent.map(({ kind, state, n }) =>
          application(n, { state, ...(kind === 'fund' ? { kind } : { associateId: kind }) }),
        ),
      );
      const line = (box: (typeof sent)[number]) => {
        const isDone = box.outcome === '成立';
        return resultLine(box.n, {
          outcome: box.outcome,
          associate: box.kind === 'fund' ? '' : box.kind,
          appraised: isDone ? box.appraised : 0,
          bonus: isDone ? box.bonus : 0,
          donated: isDone ? box.appraised + box.bonus : 0,
        });
      };
      const kept = sent.filter(({ batch }) => batch).map(line);
      const taken = sent.filter(({ batch }) => !batch).map(line);
      if (kept.length > 0) await upload(...kept);
      const before = await facts();
      if (taken.length === 0) return;
      const batchId = await upload(...taken);
      expect(await facts()).not.toEqual(before);
      expect((await reverse(batchId)).statusCode).toBe(200);
      expect(await facts()).toEqual(before);
    }),
    { numRuns: 25 },
  );
});

test('a donation that an approved identity check made is taken back too', async () => {
  await insertApplications(db, [application(1, { kind: 'fund' })]);
  const before = await facts();
  const batchId = await upload(resultLine(1, { associate: '', appraised: 12_000 }));
  await completeForLedger(db, numberOf(1));
  await app.inject({
    method: 'POST',
    url: `/api/office/identity/${numberOf(1)}/approve`,
    headers: { ...operator, ...(await ifMatchOf(db, numberOf(1))) },
  });
  expect(await db.$count(donations)).toBeGreaterThan(0);
  expect((await reverse(batchId)).statusCode).toBe(200);
  expect(await facts()).toMatchObject({
    ...before,
    // The check belongs to the person and stays valid.
    states: [[numberOf(1), 'goods-received', 'approved']],
  });
});

test('a check shows and donates the amount that stands, whatever was taken back before', async () => {
  await insertApplications(db, [application(1, { kind: 'fund' })]);
  const held = (appraised: number) => upload(resultLine(1, { associate: '', appraised }));
  const first = await held(12_000);
  await reverse(first);
  await held(15_000);
  // Rows come in the order stored by the database, so either may be the last.
  for (const rewritten of ['is not null', 'is null']) {
    await db.execute(sql.raw(`update appraisals set note = note where reversed_at ${rewritten}`));
    const url = '/api/office/identity-checks?state=due';
    const list = await app.inject({ url, headers: operator });
    expect(list.json()).toMatchObject([{ appraisalId: numberOf(1), amountYen: 15_000 }]);
  }
  await completeForLedger(db, numberOf(1));
  const approved = await app.inject({
    method: 'POST',
    url: `/api/office/identity/${numberOf(1)}/approve`,
    headers: { ...operator, ...(await ifMatchOf(db, numberOf(1))) },
  });
  expect(approved.json()).toMatchObject({ amountYen: 15_000 });
  const rows = await app.inject({
    url: `/api/office/results/batches/${first}`,
    headers: operator,
  });
  expect(rows.json().rows).toMatchObject([
    { donationYen: 12_000, isDonated: false, isOnHold: false, isReversed: true },
  ]);
});

test('no row of a reversed batch is a donation', async () => {
  await insertApplications(db, [application(1), application(2)]);
  const batchId = await upload(resultLine(1), resultLine(2, { outcome: '返送', appraised: 0 }));
  const rows = async () => {
    const url = `/api/office/results/batches/${batchId}`;
    const { rows: all } = (await app.inject({ url, headers: operator })).json();
    return all.map((row: Record<string, boolean>) => [row.isDonated, row.isOnHold, row.isReversed]);
  };
  expect(await rows()).toEqual([
    [true, false, false],
    [false, false, false],
  ]);
  await reverse(batchId);
  expect(await rows()).toEqual([
    [false, false, true],
    [false, false, true],
  ]);
});

test('donors already told are told of the mistake; unsent mails are deleted', async () => {
  await insertApplications(db, [application(1), application(2)]);
  const batchId = await upload(resultLine(1), resultLine(2));
  await db
    .update(outboxMails)
    .set({ state: 'sent' })
    .where(eq(outboxMails.appraisalId, numberOf(1)));
  await reverse(batchId);
  const mails = await db.select().from(outboxMails).orderBy(outboxMails.id);
  expect(mails.map(({ kind, appraisalId }) => [kind, appraisalId])).toEqual([
    ['donation-completed', numberOf(1)],
    ['result-withdrawn', numberOf(1)],
  ]);
});

test('a blocked row blocks no other: the rest is reversed, and only its donors are told', async () => {
  await insertApplications(db, [application(1), application(2)]);
  const batchId = await upload(resultLine(1), resultLine(2, { appraised: 500 }));
  await db.update(outboxMails).set({ state: 'sent' });
  await insertPledge(db, { id: 'p1', appraisalId: numberOf(1), uid: 'author' });
  const preview = await app.inject({
    url: `/api/office/results/batches/${batchId}/reversal`,
    headers: operator,
  });
  expect(preview.json()).toMatchObject({
    rows: 1,
    blocked: [{ appraisalId: numberOf(1), reason: '#mypledgeが公開されている寄付' }],
    blockedTotal: 1,
  });
  expect((await reverse(batchId)).statusCode).toBe(409);
  const send = (version: number) =>
    app.inject({
      method: 'POST',
      url: `/api/office/results/batches/${batchId}/reverse`,
      payload: { reason: '金額を誤ったため', version, without: 'blocked' },
      headers: operator,
    });
  expect((await send(2)).statusCode).toBe(409);
  const answer = await send(1);
  expect([answer.statusCode, answer.json()]).toMatchObject([
    200,
    { reversedAt: null, donationYen: 1200 },
  ]);
  expect(await facts()).toMatchObject({
    states: [
      [numberOf(1), 'donated', 'not-needed'],
      [numberOf(2), 'goods-received', 'not-needed'],
    ],
    donations: [{ appraisal_id: numberOf(1) }],
  });
  const told = await db.select().from(outboxMails).where(eq(outboxMails.kind, 'result-withdrawn'));
  expect(told.map(({ appraisalId }) => appraisalId)).toEqual([numberOf(2)]);
});

test('each donor reads what is true of their goods', async () => {
  await insertApplications(db, [application(1), application(2), application(3)]);
  const none = { appraised: 0 };
  const batchId = await upload(
    resultLine(1),
    resultLine(2, { ...none, outcome: '返送' }),
    resultLine(3, { ...none, outcome: 'キャンセル' }),
  );
  await db.update(outboxMails).set({ state: 'sent' });
  await reverse(batchId);
  const mails = await db.select().from(outboxMails).where(eq(outboxMails.kind, 'result-withdrawn'));
  const keeps = new Map(
    mails.map(({ appraisalId, textBody }) => [appraisalId, /お預かりしています/.test(textBody)]),
  );
  expect([...keeps].sort()).toEqual([
    [numberOf(1), true],
    [numberOf(2), false],
    [numberOf(3), false],
  ]);
});

test('a result that comes again unchanged before the notice of the mistake causes no mail', async () => {
  await insertApplications(db, [application(1), application(2)]);
  const batchId = await upload(resultLine(1), resultLine(2));
  await db.update(outboxMails).set({ state: 'sent' });
  await reverse(batchId);
  await upload(resultLine(1), resultLine(2, { appraised: 900 }));
  const mails = await db
    .select()
    .from(outboxMails)
    .where(eq(outboxMails.state, 'waiting'))
    .orderBy(outboxMails.id);
  expect(mails.map(({ kind, appraisalId }) => [kind, appraisalId])).toEqual([
    ['result-withdrawn', numberOf(2)],
    ['donation-completed', numberOf(2)],
  ]);
});

test('a result that came again unchanged and is then reversed for good causes a notice', async () => {
  await insertApplications(db, [application(1)]);
  const first = await upload(resultLine(1));
  await db.update(outboxMails).set({ state: 'sent' });
  await reverse(first);
  const second = await upload(resultLine(1));
  const told = async () =>
    (await db.select().from(outboxMails).orderBy(outboxMails.id)).map((mail) => [
      mail.kind,
      mail.state,
    ]);
  expect(await told()).toEqual([['donation-completed', 'sent']]);
  await reverse(second);
  expect(await told()).toEqual([
    ['donation-completed', 'sent'],
    ['result-withdrawn', 'waiting'],
  ]);
  // Their donor knows it now: a later unsent result that is reversed needs no second notice.
  await db.update(outboxMails).set({ state: 'sent' });
  await reverse(await upload(resultLine(1)));
  expect(await told()).toHaveLength(2);
  const last = await upload(resultLine(1));
  await db.update(outboxMails).set({ state: 'sent' });
  await reverse(last);
  expect((await told()).slice(2)).toEqual([
    ['donation-completed', 'sent'],
    ['result-withdrawn', 'waiting'],
  ]);
});

test('the mistake is told a day later, so that what is mended comes first; at once where the result is another', async () => {
  const delaying = await testApp({ mailDelayMinutes: 10 });
  const operator = await signedIn(delaying)('op', 'operator');
  await insertAssociate(delaying.db, 'ao');
  await insertApplications(delaying.db, [application(1), application(2)]);
  const { body } = await uploadResults(
    delaying,
    operator,
    resultFile(resultLine(1), resultLine(2)),
  );
  await delaying.db.update(outboxMails).set({ state: 'sent' });
  const reversed = await delaying.app.inject({
    method: 'POST',
    url: `/api/office/results/batches/${body.batchId}/reverse`,
    payload: { reason: '1行の誤り', version: 1 },
    headers: operator,
  });
  expect(reversed.statusCode).toBe(200);
  const waiting = async () =>
    (
      await delaying.db
        .select({
          kind: outboxMails.kind,
          appraisalId: outboxMails.appraisalId,
          minutes: sql<number>`round(extract(epoch from ${outboxMails.availableAt} - now()) / 60)::int`,
        })
        .from(outboxMails)
        .where(eq(outboxMails.state, 'waiting'))
        .orderBy(outboxMails.id)
    ).map(({ kind, appraisalId, minutes }) => [kind, appraisalId, minutes]);
  expect(await waiting()).toEqual([
    ['result-withdrawn', numberOf(1), 1_440],
    ['result-withdrawn', numberOf(2), 1_440],
  ]);
  await uploadResults(
    delaying,
    operator,
    resultFile(resultLine(1), resultLine(2, { appraised: 900 })),
  );
  expect(await waiting()).toEqual([
    ['result-withdrawn', numberOf(2), 0],
    ['donation-completed', numberOf(2), 10],
  ]);
});

test('an application on hold that was cancelled meanwhile stays cancelled', async () => {
  await insertApplications(db, [application(1, { kind: 'fund' })]);
  const batchId = await upload(resultLine(1, { associate: '', appraised: 12_000 }));
  await db.update(applications).set({ state: 'cancelled' });
  expect((await reverse(batchId)).statusCode).toBe(200);
  const [row] = await db.select().from(applications);
  expect(row?.state).toBe('cancelled');
});

const at = new Date('2026-11-20T10:00:00+09:00');

test.each<[string, RegExp, () => Promise<unknown>]>([
  [
    'money was sent on',
    /送金が済んでいる寄付/,
    async () => {
      await db.insert(remittances).values({
        id: 'r1',
        associateId: 'ao',
        amountYen: 1200,
        periodFrom: '2026-11-01',
        periodTo: '2026-11-30',
        createdBy: 'op',
        createdAt: at,
      });
      await db.update(donations).set({ remittanceId: 'r1' });
    },
  ],
  ...(['remitted', 'thanked'] as const).map((state): [string, RegExp, () => Promise<unknown>] => [
    `its application is ${state}`,
    /送金が済んでいる寄付/,
    () =>
      db
        .update(applications)
        .set({ state })
        .where(eq(applications.appraisalId, numberOf(1))),
  ]),
  [
    'a run has taken it',
    /送金の準備に入っている寄付/,
    async () => {
      await db.insert(remittances).values({
        ...{ id: 'r1', associateId: 'ao', amountYen: 1200, createdBy: 'op', createdAt: at },
        ...{ periodFrom: '2026-11-01', periodTo: '2026-11-30' },
      });
      await db.execute(sql`update owed_items set remittance_id = 'r1'`);
    },
  ],
  [
    'a receipt was issued',
    /受領証明書を発行した寄付/,
    async () => {
      const [donation] = await db.select().from(donations);
      const donationId = donation?.id ?? '';
      await insertPaper(db, { number: '1', lines: [donationId] });
    },
  ],
  [
    'a pledge is public',
    /#mypledgeが公開されている寄付/,
    async () => {
      await db.insert(pledges).values({
        id: 'p1',
        appraisalId: numberOf(1),
        uid: 'author',
        state: 'published',
        text: 'ありがとう',
        pledgedAt: at,
        updatedAt: at,
      });
    },
  ],
])('a batch stays when %s, and the answer says which', async (_what, message, settle) => {
  await insertApplications(db, [application(1), application(2)]);
  const batchId = await upload(resultLine(1));
  await settle();
  const before = await facts();
  const answer = await reverse(batchId);
  expect(answer.statusCode).toBe(409);
  expect(answer.json().message).toMatch(message);
  expect(answer.json().message).toContain(numberOf(1));
  expect(await facts()).toEqual(before);
});

test('a paper that has ended blocks no reversal', async () => {
  await insertApplications(db, [application(1)]);
  const batchId = await upload(resultLine(1));
  const [donation] = await db.select().from(donations);
  await insertPaper(db, { number: '1', kind: 'year', lines: [donation?.id ?? ''] });
  expect((await reverse(batchId)).statusCode).toBe(409);
  await transaction(db, (tx) =>
    endPapersOn(tx, { appraisalIds: [numberOf(1)], reason: '見本のため', actorUid: null, at }),
  );
  expect((await reverse(batchId)).statusCode).toBe(200);
});

test('a reversal needs a reason and a batch, and happens once, however many ask at once', async () => {
  await insertApplications(db, [application(1)]);
  const batchId = await upload(resultLine(1));
  for (const reason of [' ', 'a\0', '\ud800', 'あ'.repeat(501), 1, null]) {
    expect((await reverse(batchId, reason)).statusCode).toBe(400);
  }
  for (const version of [null, '1']) {
    expect((await reverse(batchId, '誤り', version)).statusCode).toBe(400);
  }
  expect((await reverse('%00')).statusCode).toBe(400);
  expect((await reverse('none')).statusCode).toBe(404);
  const answers = await Promise.all([1, 2, 3, 4].map(() => reverse(batchId)));
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409, 409]);
});

test('a stale reversal is told who corrected or reversed what, and changes nothing', async () => {
  await insertApplications(db, [application(1), application(2)]);
  const batchId = await upload(resultLine(1), resultLine(2));
  const url = `/api/office/results/${numberOf(1)}`;
  const { version } = (await app.inject({ url, headers: operator })).json();
  const correction = {
    ...{ outcome: 'completed', itemCount: 3, pricedCount: 2, appraisedYen: 900, bonusYen: 0 },
    ...{ note: '', reason: '金額の誤り', version },
  };
  const corrected = await app.inject({
    ...{ method: 'POST', url: `${url}/correct`, payload: correction, headers: operator },
  });
  expect(corrected.statusCode).toBe(200);
  const before = await facts();
  const stale = await reverse(batchId);
  expect([stale.statusCode, stale.json().message]).toEqual([
    409,
    `この取り込みは、倉田 次郎さんが2026/11/20 10:00に${numberOf(1)}の結果を訂正しています。内容を読み込み直して、お確かめください。`,
  ]);
  expect(await facts()).toEqual(before);
  await moveClock('2026-11-20T10:20:00+09:00');
  await insertPledge(db, { id: 'p1', appraisalId: numberOf(1), uid: 'author' });
  const part = await app.inject({
    method: 'POST',
    url: `/api/office/results/batches/${batchId}/reverse`,
    payload: { reason: '誤り', version: 2, without: 'blocked' },
    headers: operator,
  });
  expect(part.statusCode).toBe(200);
  expect((await reverse(batchId, '誤り', 2)).json().message).toBe(
    'この取り込みは、倉田 次郎さんが2026/11/20 10:20に一部の行を取り消しています。内容を読み込み直して、お確かめください。',
  );
});

test('the operator sees the batches newest first and each with its rows', async () => {
  await insertApplications(db, [application(1), application(2), application(3, { kind: 'fund' })]);
  await upload(resultLine(1));
  await moveClock('2026-11-20T11:00:00+09:00');
  const second = await upload(
    resultLine(2, { appraised: 0, outcome: '返送' }),
    resultLine(3, { associate: '', appraised: 15_000 }),
  );
  const get = (url: string) => app.inject({ url: `/api/office/results/${url}`, headers: operator });
  const list = await get('batches');
  expect(list.headers['x-total-count']).toBe('2');
  expect(list.json()).toMatchObject([{ id: second, accepted: 2, donationYen: 0 }, { accepted: 1 }]);
  expect(list.headers).not.toHaveProperty('x-next-cursor');
  expect((await get(`batches/${second}`)).json()).toMatchObject({
    batch: { id: second, reversedAt: null, reversedBy: '' },
    rows: [
      {
        row: 2,
        appraisalId: numberOf(2),
        targetName: '見本の会 ao',
        isDonated: false,
        isOnHold: false,
      },
      { row: 3, targetName: expect.stringContaining('基金'), isOnHold: true, donationYen: 15_000 },
    ],
  });
  expect((await get('batches/none')).statusCode).toBe(404);
});

test('a reversal names itself in the history of what it moved, and in the audit log', async () => {
  await insertApplications(db, [
    application(1),
    application(2, { kind: 'fund', state: 'appraised' }),
  ]);
  const batchId = await upload(resultLine(1), resultLine(2, { associate: '', appraised: 12_000 }));
  await moveClock('2026-11-21T10:00:00+09:00');
  await reverse(batchId);
  const at = new Date('2026-11-21T10:00:00+09:00');
  const events = await db.select().from(applicationEvents).orderBy(applicationEvents.id);
  // The second one was on hold in a state set by hand, so it never moved.
  expect(events.slice(2)).toMatchObject([
    {
      appraisalId: numberOf(1),
      fromState: 'donated',
      toState: 'goods-received',
      doneBy: 'operator',
      actorUid: 'op',
      note: '取り込みの取り消し：金額を誤ったため',
      batchId,
      isSkipped: false,
      at,
    },
  ]);
  expect(events).toHaveLength(3);
  const rows = await db.select().from(applications).orderBy(applications.email);
  expect(rows).toMatchObject([
    { state: 'goods-received', identity: 'not-needed', version: 3, stateChangedAt: at },
    { state: 'appraised', identity: 'not-needed', version: 3, stateChangedAt: at },
  ]);
  const results = await db.select().from(appraisals);
  expect(results.map(({ reversedAt }) => reversedAt)).toEqual([at, at]);
  const again = await reverse(batchId);
  expect([again.statusCode, again.json().message]).toEqual([
    409,
    'この取り込みは、倉田 次郎さんが2026/11/21 10:00に取り消しています。',
  ]);
});

test('identity papers sent since stay valid; only the wait that the result caused ends', async () => {
  await insertApplications(
    db,
    [1, 2].map((n) => application(n, { kind: 'fund' })),
  );
  const line = (n: number) => resultLine(n, { associate: '', appraised: 12_000 });
  const batchId = await upload(line(1), line(2));
  await db
    .update(applications)
    .set({ identity: 'submitted' })
    .where(eq(applications.appraisalId, numberOf(2)));
  await reverse(batchId);
  const rows = await db.select().from(applications).orderBy(applications.email);
  expect(rows.map(({ state, identity }) => [state, identity])).toEqual([
    ['goods-received', 'not-needed'],
    ['goods-received', 'submitted'],
  ]);
});

test('a returned box that was moved on by hand stays where it is', async () => {
  await insertApplications(db, [application(1), application(2)]);
  const batchId = await upload(
    resultLine(1, { outcome: '返送', appraised: 0 }),
    resultLine(2, { outcome: '返送', appraised: 0 }),
  );
  await db
    .update(applications)
    .set({ state: 'appraised' })
    .where(eq(applications.appraisalId, numberOf(2)));
  await reverse(batchId);
  const rows = await db.select().from(applications).orderBy(applications.email);
  expect(rows.map(({ state }) => state)).toEqual(['goods-received', 'appraised']);
});

test.each([
  [5, ''],
  [6, 'ほか1件'],
  [8, 'ほか3件'],
])('of %i donations in the way the first five are named', async (count, more) => {
  const all = Array.from({ length: count + 1 }, (_, n) => n + 1);
  await insertApplications(
    db,
    all.map((n) => application(n)),
  );
  const batchId = await upload(...all.map((n) => resultLine(n)));
  // The last one is blocked for another reason.
  for (const n of all.slice(0, -1)) {
    await db
      .update(applications)
      .set({ state: n === 1 ? 'thanked' : 'remitted' })
      .where(eq(applications.appraisalId, numberOf(n)));
  }
  const last = numberOf(count + 1);
  await insertPledge(db, { id: 'coat', appraisalId: last, uid: 'author', state: 'published' });
  const { message } = (await reverse(batchId)).json();
  const inOrder = all.slice(0, -1).map(numberOf).sort();
  const remitted = `送金が済んでいる寄付（${inOrder.slice(0, 5).join('、')}${more}）`;
  const pledge = `#mypledgeが公開されている寄付（${last}）`;
  expect([
    `この取り込みは取り消せません。${remitted}、${pledge}があります。`,
    `この取り込みは取り消せません。${pledge}、${remitted}があります。`,
  ]).toContain(message);
});

test('the mail about a mistake goes to whoever was told, in the words of their application', async () => {
  await insertApplications(db, [
    application(1, { uid: 'author' }),
    application(2, { kind: 'fund' }),
    application(3),
  ]);
  const batchId = await upload(
    resultLine(1, { outcome: 'キャンセル', appraised: 0 }),
    resultLine(2, { associate: '', appraised: 12_000 }),
    resultLine(3, { outcome: '値付不可', appraised: 0 }),
  );
  await db.update(outboxMails).set({ state: 'sent' });
  await reverse(batchId);
  const mails = await db
    .select()
    .from(outboxMails)
    .where(eq(outboxMails.kind, 'result-withdrawn'))
    .orderBy(outboxMails.recipient);
  expect(mails).toMatchObject([
    { recipient: 'donor1@tasuki.example', uid: 'author', appraisalId: numberOf(1) },
    { recipient: 'donor2@tasuki.example', uid: null, appraisalId: numberOf(2) },
    { recipient: 'donor3@tasuki.example', uid: null, appraisalId: numberOf(3) },
  ]);
  for (const [index, target] of ['見本の会 ao', '動物基金', '見本の会 ao'].entries()) {
    expect(mails[index]?.textBody).toContain(target);
    expect(mails[index]?.textBody).toContain('髙橋 花子');
  }
  // A donor is told once per mistake, but again about the next one.
  const next = await upload(resultLine(3));
  await db.update(outboxMails).set({ state: 'sent' });
  await reverse(next);
  expect(await db.$count(outboxMails, eq(outboxMails.kind, 'result-withdrawn'))).toBe(4);
});
