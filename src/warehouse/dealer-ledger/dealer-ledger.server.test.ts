import { asc, eq, sql } from 'drizzle-orm';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { applications } from '#giving/applications/application-tables.server.ts';
import { auditLog } from '#kit/audit/audit-tables.server.ts';
import { resultFile, resultLine } from '#test/factories/donating.ts';
import { identityChecks } from '#test/factories/identity-papers.ts';
import { ifMatchOf } from '#test/factories/seen.ts';
import { typedSearch } from '#test/factories/typed-search.ts';
import { uploadResults } from '#test/factories/upload-results.ts';
import { signedIn } from '#test/signed-in.ts';
import { testApp } from '#test/test-app.ts';
import type { DealerEntry } from './dealer-entry.ts';
import { forgetOldEntries } from './dealer-ledger.server.ts';
import { dealerEntries } from './dealer-ledger-tables.server.ts';
import { taxNote } from './duty.ts';

const house = await testApp();
const { app, db, clock, services } = house;
const checks = await identityChecks(house);
const now = clock.now;
let accountant: { authorization: string };
beforeAll(async () => {
  accountant = await signedIn(house)('accountant-1', 'accountant');
});
beforeEach(() => {
  clock.now = now;
});

const entriesOf = (appraisalId: string) =>
  db
    .select()
    .from(dealerEntries)
    .where(eq(dealerEntries.appraisalId, appraisalId))
    .orderBy(asc(dealerEntries.id));
const list = async (
  query = '',
  headers: Record<string, string> = accountant,
): Promise<DealerEntry[]> =>
  (await app.inject({ url: `/api/office/dealer-ledger${query}`, headers })).json();
const correction = {
  tradedOn: '2026-11-20',
  kind: 'ロングコート',
  quantity: 3,
  feature: '黒、カシミヤ',
  priceYen: 12_000,
  partyName: '髙橋 花子',
  partyAddress: '東京都見本町',
  partyOccupation: '会社員',
  partyAge: 46,
  identityMethod: 'papers-and-letter',
  letterNumber: '123-45-67890-1',
  letterSentOn: '2026-11-10',
  letterDeliveredOn: '2026-11-12',
  reason: '品目の書き誤り',
};
const correct = (
  number: string,
  changes: object = {},
  headers: { authorization: string } = checks.operator,
) =>
  checks.post(
    `/api/office/dealer-ledger/${number}/correct`,
    { ...correction, ...changes },
    headers,
  );
async function bought(): Promise<string> {
  await checks.appraised();
  expect((await checks.decide('approve')).statusCode).toBe(200);
  const [entry] = await entriesOf(checks.id());
  return entry?.number ?? '';
}

test('what is bought stands in the ledger with all that the law asks, one line an item', async () => {
  const number = await bought();
  expect(number).toBe('2026-000001');
  expect(await list()).toEqual([
    {
      number,
      appraisalId: checks.id(),
      itemPosition: 1,
      tradedOn: '2026-11-20',
      way: 'purchase',
      kind: 'コート',
      quantity: 3,
      feature: '紺色、毛100%、襟元に刺しゅう',
      priceYen: 12_000,
      partyName: '髙橋 花子',
      partyAddress: '東京都見本町',
      partyOccupation: '会社員',
      partyAge: 46,
      identityMethod: 'papers-and-letter',
      letterNumber: '123-45-67890-1',
      letterSentOn: '2026-11-10',
      letterDeliveredOn: '2026-11-12',
      taxNote,
      enteredBy: expect.any(String),
      enteredAt: '20261120100000000',
      keptUntil: '2029-11-20',
      corrects: '',
      correctionReason: '',
      correctedBy: '',
    },
  ]);
});

test('a line says by which method it was known who sold', async () => {
  await checks.appraised();
  const id = checks.id();
  await db.execute(sql`update identity_letters set method = 'chip' where appraisal_id = ${id}`);
  expect((await checks.decide('approve')).statusCode).toBe(200);
  const [entry] = await entriesOf(id);
  expect(entry?.identityMethod).toBe('chip');
});

test('approving is refused while anything is missing, which is named, and leaves nothing behind', async () => {
  await checks.appraised();
  const id = checks.id();
  const refusalOf = async () => {
    const answer = await checks.decide('approve');
    return [answer.statusCode, answer.json().message];
  };
  await db.execute(sql`update appraisal_items set feature = '' where appraisal_row_id in
    (select id from appraisals where appraisal_id = ${id})`);
  expect(await refusalOf()).toEqual([409, expect.stringContaining('足りない項目：特徴。')]);
  await db.execute(sql`update identity_letters set delivered_on = null where appraisal_id = ${id}`);
  expect((await refusalOf())[1]).toContain('特徴、転送不要の郵便の到達');
  await db.execute(sql`update applications set occupation = ' ' where appraisal_id = ${id}`);
  expect((await refusalOf())[1]).toContain('特徴、ご職業、転送不要の郵便の到達');
  await db.execute(sql`delete from appraisal_items where appraisal_row_id in
    (select id from appraisals where appraisal_id = ${id})`);
  expect((await refusalOf())[1]).toContain('お品物の明細、ご職業');
  expect(await refusalOf()).toEqual([409, expect.stringContaining(`/admin/identity-checks/${id}`)]);
  expect(await entriesOf(id)).toEqual([]);
  expect(await checks.application()).toMatchObject({ state: 'appraised', identity: 'due' });
});

test('no line can be changed or removed, whoever asks the database', async () => {
  const number = await bought();
  const refusal = /corrected by another line/;
  const cause = (statement: Promise<unknown>) =>
    statement.then(
      () => '',
      (error: { cause?: Error }) => error.cause?.message,
    );
  const where = eq(dealerEntries.number, number);
  expect(await cause(db.update(dealerEntries).set({ priceYen: 1 }).where(where))).toMatch(refusal);
  expect(await cause(db.delete(dealerEntries).where(where))).toMatch(refusal);
  expect((await entriesOf(checks.id()))[0]?.priceYen).toBe(12_000);
});

test('a correction is a line of its own that names the other, which stays to be read', async () => {
  const number = await bought();
  const answer = await correct(number);
  expect([answer.statusCode, answer.json()]).toEqual([
    200,
    expect.objectContaining({
      kind: 'ロングコート',
      feature: '黒、カシミヤ',
      corrects: number,
      correctionReason: '品目の書き誤り',
    }),
  ]);
  const next = answer.json().number;
  const both = await list(`?application=${checks.id()}`);
  expect(both.map((one) => [one.number, one.kind, one.correctedBy])).toEqual([
    [next, 'ロングコート', ''],
    [number, 'コート', next],
  ]);
  const again = await correct(number);
  expect([again.statusCode, again.json().message]).toEqual([
    409,
    expect.stringContaining(`${next}へ訂正済みです`),
  ]);
  expect((await correct(next, { reason: '' })).statusCode).toBe(400);
  expect((await correct(next, {}, accountant)).statusCode).toBe(403);
  expect((await correct('2026-999999')).statusCode).toBe(404);
});

test('a correction says nothing of days to come, and no letter arrives before it left', async () => {
  const number = await bought();
  for (const days of [
    { tradedOn: '2026-11-21' },
    { letterSentOn: '2026-11-21', letterDeliveredOn: '' },
    { letterSentOn: '2026-11-18', letterDeliveredOn: '2026-11-21' },
    { letterSentOn: '2026-11-18', letterDeliveredOn: '2026-11-17' },
    { letterSentOn: '', letterDeliveredOn: '2026-11-17' },
  ]) {
    expect((await correct(number, days)).statusCode, JSON.stringify(days)).toBe(400);
  }
  expect(await entriesOf(checks.id())).toHaveLength(1);
});

test('of two who correct a line at once one is told of the other', async () => {
  const number = await bought();
  const answers = await Promise.all([correct(number), correct(number, { kind: '上着' })]);
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
  expect(await entriesOf(checks.id())).toHaveLength(2);
});

test('a result of an identity that was approved before is not released before its lines can be whole', async () => {
  await checks.appraised();
  const id = checks.id();
  expect((await checks.decide('approve')).statusCode).toBe(200);
  const batches = '/api/office/results/batches';
  const { rows } = await db.execute<{ batch_id: string; version: number }>(
    sql`select b.id as batch_id, b.version from result_batches b join appraisals a on a.batch_id = b.id
      where a.appraisal_id = ${id}`,
  );
  const [first] = rows;
  const reversal = { reason: '別の方の結果', version: first?.version };
  const reversed = await checks.post(
    `${batches}/${first?.batch_id}/reverse`,
    reversal,
    checks.operator,
  );
  expect(reversed.statusCode).toBe(200);
  await db.execute(sql`update applications set identity = 'approved' where appraisal_id = ${id}`);
  const file = resultFile(resultLine(0, { id, associate: '', appraised: 15_000 }));
  // Nor at upload: the batch waits.
  const { body } = await uploadResults(house, checks.operator, file);
  expect(body).toMatchObject({ state: 'waiting', accepted: 1 });
  const release = (version: number) =>
    checks.post(`${batches}/${body.batchId}/release`, { version }, checks.operator);
  const refused = await release(1);
  expect([refused.statusCode, refused.json().message]).toEqual([409, expect.stringContaining(id)]);
  const waiting = await app.inject({
    url: `${batches}/${body.batchId}/waiting`,
    headers: checks.operator,
  });
  const [row] = waiting.json();
  expect(row.flags).toEqual([
    { code: 'does-not-fit', message: expect.stringContaining('足りない項目：お品物の明細') },
  ]);
  expect(await checks.application()).toMatchObject({ state: 'goods-received' });
  await db.execute(
    sql`update waiting_results set flags = '[]', items = ${JSON.stringify([
      {
        ...{ name: 'コート', quantity: 3, amountYen: 15_000, destination: '販売', reason: '' },
        ...{ category: 'outerwear', brand: '', feature: '紺、毛', condition: '' },
        ...{ boxNumber: null, imageIds: [] },
      },
    ])}::jsonb where appraisal_id = ${id}`,
  );
  expect((await release(1)).statusCode).toBe(200);
  expect((await entriesOf(id)).at(-1)).toMatchObject({ way: 'purchase', priceYen: 15_000 });
});

test('numbers have no gaps, however many are written at once and however many fail', async () => {
  const ids: string[] = [];
  for (let n = 0; n < 6; n++) {
    await checks.appraised();
    ids.push(checks.id());
  }
  const [refused = ''] = ids;
  await db.execute(sql`delete from identity_letters where appraisal_id = ${refused}`);
  const answers = await Promise.all(
    ids.map(async (id) =>
      checks.post(
        `/api/office/identity/${id}/approve`,
        {},
        { ...(await ifMatchOf(db, id)), ...checks.operator },
      ),
    ),
  );
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(5);
  const numbers = await db
    .select({ number: dealerEntries.number })
    .from(dealerEntries)
    .orderBy(asc(dealerEntries.id));
  expect(numbers.map(({ number }) => number)).toEqual(
    numbers.map((_, index) => `2026-${String(index + 1).padStart(6, '0')}`),
  );
});

test('a donation that is taken back gets a cancelling line', async () => {
  const number = await bought();
  const { rows } = await db.execute<{ batch_id: string }>(
    sql`select batch_id from appraisals where appraisal_id = ${checks.id()}`,
  );
  const answer = await checks.post(
    `/api/office/results/batches/${rows[0]?.batch_id}/reverse`,
    { reason: '別の方の結果', version: 1 },
    checks.operator,
  );
  expect(answer.statusCode).toBe(200);
  const [cancelling, first] = await list(`?application=${checks.id()}`);
  expect(first).toMatchObject({ number, way: 'purchase', correctedBy: cancelling?.number });
  expect(cancelling).toMatchObject({
    way: 'cancelled',
    corrects: number,
    correctionReason: '別の方の結果',
    priceYen: 12_000,
  });
  expect((await correct(cancelling?.number ?? '')).json().message).toBe(
    '取消しの行は訂正できません。',
  );
});

test('of a line that was corrected the correction is cancelled, and nothing twice', async () => {
  const number = await bought();
  const next = (await correct(number)).json().number;
  const { rows } = await db.execute<{ batch_id: string }>(
    sql`select batch_id from appraisals where appraisal_id = ${checks.id()}`,
  );
  const answer = await checks.post(
    `/api/office/results/batches/${rows[0]?.batch_id}/reverse`,
    { reason: '別の方の結果', version: 1 },
    checks.operator,
  );
  expect(answer.statusCode).toBe(200);
  const lines = await list(`?application=${checks.id()}`);
  expect(lines.map((one) => [one.way, one.corrects])).toEqual([
    ['cancelled', next],
    ['purchase', number],
    ['purchase', ''],
  ]);
});

test('below the limit nothing is demanded, and only what is whole is written, without a confirmation', async () => {
  await checks.arrived({ occupation: '会社員' });
  const id = checks.id();
  await uploadResults(
    house,
    checks.operator,
    resultFile(resultLine(0, { id, associate: '', appraised: 3_000 })),
    {
      items: `申込番号,品目,点数,査定金額,行き先,特徴\r\n${id},シャツ,1,2000,再販売,白、綿\r\n${id},靴,1,1000,再販売,\r\n${id},布,1,0,リサイクル,青\r\n`,
    },
  );
  expect((await checks.application())?.state).toBe('donated');
  expect(await entriesOf(id)).toMatchObject([
    { kind: 'シャツ', feature: '白、綿', priceYen: 2_000, identityMethod: 'not-needed' },
  ]);
});

test('lines are found by words, by number and by days; the keyword is in no address', async () => {
  const number = await bought();
  const search = typedSearch(house, () => accountant);
  const found = await search(
    `/api/office/dealer-ledger?keyword=刺しゅう 高橋&application=${checks.id()}`,
  );
  expect(found.json().map((one: DealerEntry) => one.number)).toEqual([number]);
  expect((await search('/api/office/dealer-ledger?keyword=存在しない')).json()).toEqual([]);
  expect((await list(`?number=${number}`)).map((one) => one.number)).toEqual([number]);
  expect(await list('?from=2026-11-21')).toEqual([]);
  expect(await list('?to=2026-11-19')).toEqual([]);
  expect((await list('?from=2026-11-20&to=2026-11-20')).length).toBeGreaterThan(0);
  expect(
    (await app.inject({ url: `/api/office/dealer-ledger?keyword=a`, headers: accountant }))
      .statusCode,
  ).toBe(400);
});

test('the ledger is exported and printed at once, with every column; both are recorded', async () => {
  await bought();
  const csv = await app.inject({ url: '/api/office/dealer-ledger.csv', headers: accountant });
  const [head] = csv.body.replace('\uFEFF', '').split('\r\n');
  expect(head).toBe(
    '番号,取引の日,区分,品目,数量,特徴,代価（円）,氏名,住所,職業,年齢,確認の方法,郵便の番号,郵便の発送日,郵便の到達日,消費税,申込番号,明細の順,記入した人,記入日時,保存期限,訂正した行,訂正の理由,訂正後の行',
  );
  expect(csv.body).toContain('書類の写し2点と、転送不要の簡易書留の到達');
  const pdf = await app.inject({
    url: '/api/office/dealer-ledger.pdf?from=2026-11-01&to=2026-11-30',
    headers: accountant,
  });
  expect([pdf.statusCode, pdf.headers['content-type'], pdf.headers['cache-control']]).toEqual([
    200,
    'application/pdf',
    'no-store',
  ]);
  expect(pdf.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
  // A4 landscape.
  expect(pdf.rawPayload.toString('latin1')).toContain('/MediaBox [0 0 841.89 595.28]');
  const audits = await db
    .select()
    .from(auditLog)
    .where(eq(auditLog.actorUid, 'accountant-1'))
    .orderBy(auditLog.id);
  expect(audits.map(({ action }) => action)).toEqual(
    expect.arrayContaining(['dealer-ledger.export', 'dealer-ledger.print']),
  );
});

test('lines outlive the application, and go once the law no longer asks for them, a corrected one with the other', async () => {
  const number = await bought();
  await correct(number);
  const appraisalId = checks.id();
  await db
    .update(applications)
    .set({ uid: null, email: '', lastName: '', firstName: '', line1: '', occupation: '' })
    .where(eq(applications.appraisalId, appraisalId));
  expect((await list(`?application=${appraisalId}`)).map(({ partyName }) => partyName)).toEqual([
    '髙橋 花子',
    '髙橋 花子',
  ]);
  await forgetOldEntries(services.ctx);
  expect(await entriesOf(appraisalId)).toHaveLength(2);
  // As if both had been written four years ago.
  await db.execute(sql`alter table dealer_entries disable trigger dealer_entries_kept`);
  await db.execute(
    sql`update dealer_entries set kept_until = '2020-01-01' where appraisal_id = ${appraisalId}`,
  );
  await db.execute(sql`alter table dealer_entries enable trigger dealer_entries_kept`);
  await forgetOldEntries(services.ctx);
  expect(await entriesOf(appraisalId)).toEqual([]);
  expect((await list()).length).toBeGreaterThan(0);
});

test('the operator chooses what is recorded, and nobody overwrites another choice', async () => {
  const url = '/api/office/settings/dealer-ledger';
  const read = await app.inject({ url, headers: checks.operator });
  expect([read.headers.etag, read.json().settings]).toEqual([
    '"0"',
    { fund: 'careful', direct: 'off' },
  ]);
  const save = (
    settings: object,
    version: number,
    headers: { authorization: string } = checks.operator,
  ) => checks.post(url, settings, { ...headers, 'if-match': `"${version}"` });
  expect((await save({ fund: 'off', direct: 'off' }, 0)).statusCode).toBe(200);
  const stale = await save({ fund: 'careful', direct: 'off' }, 0);
  expect([stale.statusCode, stale.json().message]).toEqual([
    409,
    expect.stringContaining('先に設定を変更しています'),
  ]);
  expect((await save({ fund: 'off', direct: 'off' }, 1, accountant)).statusCode).toBe(403);
  const blind = await checks.post(url, { fund: 'careful', direct: 'off' }, checks.operator);
  expect(blind.statusCode).toBe(409);
  await checks.appraised();
  await db.execute(sql`delete from identity_letters where appraisal_id = ${checks.id()}`);
  expect((await checks.decide('approve')).statusCode).toBe(200);
  expect(await entriesOf(checks.id())).toEqual([]);
  expect((await save({ fund: 'careful', direct: 'off' }, 1)).statusCode).toBe(200);
});
