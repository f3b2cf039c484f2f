import { eq } from 'drizzle-orm';
import iconv from 'iconv-lite';
import { beforeAll, describe, expect, test } from 'vitest';
import { auditLog } from '#kit/audit/audit-tables.server.ts';
import { users } from '#people/accounts/account-tables.server.ts';
import {
  application,
  insertApplications,
  insertAssociate,
  numberOf,
  resultFile,
  resultLine,
} from '#test/factories/donating.ts';
import { emptyTables } from '#test/factories/money/empty-tables.ts';
import { fileForm } from '#test/factories/upload-results.ts';
import { signedIn } from '#test/signed-in.ts';
import { testApp } from '#test/test-app.ts';
import { resultBatches } from './result-tables.server.ts';

const house = await testApp();
const { app, db, clock } = house;
const signIn = signedIn(house);
const operator = await signIn('op', 'operator');
const colleague = await signIn('op2', 'operator');
const donor = await signIn('donor');
const staff = await signIn('staff', 'staff');

beforeAll(async () => {
  await insertAssociate(db, 'ao');
  await insertApplications(db, [application(19), application(20)]);
});

test('faulty rows come back as CSV with what is wrong, formulas disarmed', async () => {
  const csv = resultFile(
    resultLine(19),
    resultLine(20, { appraised: '-5', donated: 0, note: '=cmd()' }),
  );
  const response = await app.inject({
    method: 'POST',
    url: '/api/csv/appraisal-result/errors',
    payload: { csv },
    headers: operator,
  });
  expect(response.headers['content-type']).toBe('text/csv; charset=utf-8');
  const [header, row, end] = response.body.split('\r\n');
  expect(header).toBe(`\ufeff${resultFile().trim()},エラー内容`);
  expect(row).toContain(`${numberOf(20)},2025/11/08,2025-11-10,3,2,'-5,0,0,ao,成立,'=cmd(),`);
  expect(row).toContain('3行目「査定金額」：0以上の数字で入力してください');
  expect(end).toBe('');
});

const noResultFile = '査定結果のCSVファイルを選んでください。';
const oneOfEach = 'CSVファイルはcsvとitemsの欄に1つずつ送ってください。';
const reason = { name: 'overrideReason', content: '確かめました' };
const csvPart = { name: 'csv', fileName: 'a.csv', content: 'x' };
/** A form with text in place of the file. */
const textForm = (name: string) => {
  const { payload, headers } = fileForm([{ ...csvPart, name }]);
  return { payload: payload.toString().replace('; filename="a.csv"', ''), headers };
};

test.each([
  ['no file', fileForm([]), noResultFile],
  ['an empty file only', fileForm([{ name: 'csv', fileName: '', content: '' }]), noResultFile],
  ['items only', fileForm([{ ...csvPart, name: 'items' }]), noResultFile],
  ['a file of another name', fileForm([csvPart, { ...csvPart, name: 'file' }]), oneOfEach],
  ['two result files', fileForm([csvPart, csvPart]), oneOfEach],
  ['a text instead of a file', textForm('csv'), oneOfEach],
  ['an unknown field', { payload: { csv: 'x', uid: '1' }, headers: {} }, undefined],
  ['a wrong type', { payload: { csv: 1 }, headers: {} }, 'CSVの内容を文字列で送ってください。'],
  [
    'a name too long',
    { payload: { csv: 'x', itemFileName: 'あ'.repeat(201) }, headers: {} },
    'ファイル名は200文字以内にしてください。',
  ],
  ['nothing', { payload: 'null', headers: { 'content-type': 'application/json' } }, noResultFile],
])('a request with %s is a ValidationError', async (_what, { payload, headers }, message) => {
  const response = await app.inject({
    method: 'POST',
    url: '/api/csv/appraisal-result',
    payload,
    headers: { ...headers, ...operator },
  });
  expect([response.statusCode, response.json().type]).toEqual([400, 'ValidationError']);
  if (message) expect(JSON.stringify(response.json())).toContain(message);
});

test.each([
  ['appraisal-result?dryRun=yes', 'dryRunはtrueかfalseにしてください。'],
  ['appraisal-result/errors?file=all', 'fileはcsvかitemsにしてください。'],
])('a wrong choice is refused: %s', async (url, message) => {
  const response = await app.inject({
    method: 'POST',
    url: `/api/csv/${url}`,
    payload: { csv: resultFile(resultLine(19)) },
    headers: operator,
  });
  expect(response.statusCode).toBe(400);
  expect(response.body).toContain(message);
});

describe('the faulty rows', () => {
  // Row 2 fits no application; in the item file only row 3 is wrong.
  const csv = resultFile(resultLine(99), resultLine(19));
  const items = [
    '申込番号,品目,点数,査定金額,行き先',
    `${numberOf(99)},帽子,3,1200,再販売`,
    `${numberOf(19)},靴,x,1200,再販売`,
  ].join('\r\n');
  const form = fileForm([
    { ...csvPart, content: csv },
    { name: 'items', fileName: 'b.csv', content: items },
  ]);

  const send = (url: string, payload: object) =>
    app.inject({
      method: 'POST',
      url: `/api/csv/appraisal-result${url}`,
      payload,
      headers: operator,
    });

  test('of the result file are named before those of the items', async () => {
    const { errors } = (await send('', { csv, items })).json();
    expect(errors.map(({ file, row }: { file: string; row: number }) => [file, row])).toEqual([
      ['csv', 2],
      ['items', 3],
    ]);
  });

  test('stand in the order of the file, whichever is found first', async () => {
    const unread = resultLine(19, { appraised: 'x' });
    const reply = await send('/errors', { csv: resultFile(resultLine(99), unread) });
    const [, first, second] = reply.body.split('\r\n');
    expect(first?.startsWith(numberOf(99))).toBe(true);
    expect(second?.startsWith(numberOf(19))).toBe(true);
  });

  test.each([
    ['as text', { payload: { csv, items }, headers: {} }],
    ['as a form', form],
  ])('of each file are its own, sent %s', async (_how, { payload, headers }) => {
    const ask = (query: string) =>
      app.inject({
        method: 'POST',
        url: `/api/csv/appraisal-result/errors${query}`,
        payload,
        headers: { ...headers, ...operator },
      });
    const ofResults = await ask('');
    expect(ofResults.headers['content-disposition']).toBe(
      'attachment; filename="appraisal-result-errors.csv"',
    );
    expect(ofResults.body.split('\r\n')).toEqual([
      expect.stringMatching(/エラー内容$/),
      `${resultLine(99)},2行目「申込番号」：この番号のお申し込みはありません（入力値：${numberOf(99)}）`,
      '',
    ]);
    expect((await ask('?file=csv')).body).toBe(ofResults.body);
    expect((await ask('?file=items')).body.split('\r\n')).toEqual([
      '\ufeff申込番号,品目,点数,査定金額,行き先,エラー内容',
      `${numberOf(19)},靴,x,1200,再販売,3行目「点数」：数字で入力してください（入力値：x）`,
      '',
    ]);
  });
});

test('a form that is cut off is refused and leaves nothing', async () => {
  const { payload, headers } = fileForm([
    { name: 'csv', fileName: 'a.csv', content: resultFile(resultLine(19)) },
  ]);
  for (const share of [0.01, 0.5, 0.99]) {
    const response = await app.inject({
      method: 'POST',
      url: '/api/csv/appraisal-result',
      payload: payload.subarray(0, Math.floor(payload.length * share)),
      headers: { ...headers, ...operator },
    });
    expect([share, response.statusCode]).toEqual([share, 400]);
  }
  expect(await db.$count(resultBatches)).toBe(0);
});

test('a file may have 20 MiB, and no byte more', async () => {
  const most = 20 * 1024 * 1024;
  const send = (size: number) =>
    app.inject({
      method: 'POST',
      url: '/api/csv/appraisal-result',
      ...fileForm([{ ...csvPart, content: Buffer.alloc(size, 'a') }]),
      headers: { ...fileForm([]).headers, ...operator },
    });
  const refused = await send(most + 1);
  expect([refused.statusCode, refused.json().type]).toEqual([413, 'PayloadTooLarge']);
  expect(refused.json().message).toBe(
    'ファイルが20MBを超えています。20MBまでに分けてお試しください。',
  );
  // Read, although it is no table.
  const read = await send(most);
  expect([read.statusCode, read.json().errors]).toEqual([
    400,
    [expect.objectContaining({ row: 1 })],
  ]);
});

test('a form has two files at most', async () => {
  const { payload, headers } = fileForm([csvPart, csvPart, csvPart]);
  const response = await app.inject({
    method: 'POST',
    url: '/api/csv/appraisal-result',
    payload,
    headers: { ...headers, ...operator },
  });
  expect([response.statusCode, response.json().type]).toEqual([413, 'PayloadTooLarge']);
});

test.each([
  ['POST', '/api/csv/appraisal-result'],
  ['POST', '/api/csv/appraisal-result/errors'],
  ['GET', '/api/office/results/batches'],
  ['GET', '/api/office/results/batches/x'],
  ['POST', '/api/office/results/batches/x/reverse'],
  ['POST', `/api/office/identity/${numberOf(10)}/approve`],
] as const)('%s %s is for operators only', async (method, url) => {
  const status = async (headers: Record<string, string>) =>
    (await app.inject({ method, url, headers })).statusCode;
  expect(await status({})).toBe(401);
  expect(await status(donor)).toBe(403);
  expect(await status(staff)).toBe(403);
});

describe('the uploads as the operator sees them', () => {
  const get = (url: string) =>
    app.inject({ url: `/api/office/results/batches${url}`, headers: operator });
  const lines = async (url: string) => (await get(url)).body.split('\r\n');
  const send = (form: ReturnType<typeof fileForm>) =>
    app.inject({
      method: 'POST',
      url: '/api/csv/appraisal-result?release=now',
      payload: form.payload,
      headers: { ...form.headers, ...operator },
    });

  test('an unknown one has neither page nor file nor reversal', async () => {
    const absent = 'お探しの取り込みが見つかりませんでした。';
    const wrong = '取り込みのIDが正しくありません。';
    for (const [id, status, message] of [
      ['none', 404, absent],
      ['a'.repeat(64), 404, absent],
      ['a'.repeat(65), 400, wrong],
      ['%20none', 400, wrong],
      ['none%20', 400, wrong],
    ] as const) {
      const reversed = await app.inject({
        method: 'POST',
        url: `/api/office/results/batches/${id}/reverse`,
        payload: { reason: '試験のため', version: 1 },
        headers: operator,
      });
      for (const response of [await get(`/${id}`), await get(`/${id}/rows.csv`), reversed]) {
        expect([id, response.statusCode]).toEqual([id, status]);
        expect(response.body).toContain(message);
      }
    }
  });

  test('say who, when and what, on the page and in files, also once taken back', async () => {
    await insertApplications(db, [
      ...[31, 32, 33].map((n) => application(n)),
      application(34, { kind: 'fund' }),
    ]);
    await db.update(users).set({ lastName: '運営', firstName: '太郎' }).where(eq(users.uid, 'op'));
    await send(fileForm([{ ...csvPart, content: resultFile(resultLine(31)) }, reason]));
    clock.now = new Date('2026-11-20T10:01:00+09:00');
    const csv = resultFile(
      resultLine(34, { associate: '', appraised: 15_000 }),
      resultLine(32, { appraised: 1000, bonus: 300, donated: 1300, note: '=表ソ' }),
      resultLine(31),
      resultLine(33, { appraised: '', outcome: '廃棄' }),
    );
    const items = `申込番号,品目,点数,査定金額,行き先\n${numberOf(32)},靴,3,1000,再販売\n`;
    const answer = await send(
      fileForm([
        { name: 'csv', fileName: 'a\u0007\ufffd査定.csv', content: iconv.encode(csv, 'cp932') },
        { name: 'items', fileName: `${'品'.repeat(201)}`, content: items },
        reason,
      ]),
    );
    const { batchId } = answer.json();
    const batch = {
      id: batchId,
      fileName: 'a査定.csv',
      itemFileName: '品'.repeat(200),
      encoding: 'Shift_JIS',
      rows: 4,
      accepted: 3,
      unchanged: 1,
      donationYen: 1300,
      uploadedBy: '運営 太郎',
      createdAt: '20261120100100000',
      reversedAt: null,
      reversedBy: '',
      reversalReason: '',
      state: 'released',
      source: 'csv',
      releaseDueAt: null,
      releasedAt: '20261120100100000',
      releasedBy: '運営 太郎',
      flagged: 0,
      version: 1,
    };
    const [listed, earlier] = (await get('')).json();
    expect(listed).toEqual(batch);
    expect(earlier).toMatchObject({ itemFileName: '', encoding: 'UTF-8', unchanged: 0 });
    const facts = `a査定.csv,${'品'.repeat(200)},Shift_JIS,4,3,1,1300`;
    expect((await lines('.csv')).slice(0, 2)).toEqual([
      '\ufeff取り込みの番号,取り込んだ日,取り込んだ人,ファイル,品目のファイル,文字コード,行数,取り込んだ行,前と同じ行,寄付金額（円）,取り消した日,取り消した人,取り消しの理由,状態,確定した日,確定した人',
      `${batchId},2026/11/20,運営 太郎,${facts},,,,確定済み,2026/11/20,運営 太郎`,
    ]);
    const ofRow2 = `2,${numberOf(34)},動物基金,成立,3,2,15000,0,15000,,`;
    const ofRow3 = `3,${numberOf(32)},見本の会 ao,成立,3,2,1000,300,1300,'=表ソ,`;
    const ofRow5 = `5,${numberOf(33)},見本の会 ao,廃棄,3,2,0,0,0,,`;
    expect(await lines(`/${batchId}/rows.csv`)).toEqual([
      '\ufeff行,申込番号,寄付先,結果区分,点数,買取点数,査定金額,加算額,寄付金額,備考,いま',
      `${ofRow2}本人確認待ち`,
      `${ofRow3}寄付`,
      ofRow5,
      '',
    ]);
    expect((await get(`/${batchId}`)).json()).toMatchObject({
      batch,
      rows: [
        { row: 2, isDonated: false, isOnHold: true, isReversed: false },
        {
          row: 3,
          appraisalId: numberOf(32),
          targetName: '見本の会 ao',
          outcome: 'completed',
          itemCount: 3,
          pricedCount: 2,
          appraisedYen: 1000,
          bonusYen: 300,
          donationYen: 1300,
          note: '=表ソ',
          isDonated: true,
          isOnHold: false,
          isReversed: false,
        },
        { row: 5, isDonated: false, isOnHold: false, isReversed: false },
      ],
    });

    for (const [url, name] of [
      ['.csv', 'result-batches'],
      [`/${batchId}/rows.csv`, 'result-batch'],
    ] as const) {
      const disposition = (await get(url)).headers['content-disposition'];
      expect(disposition).toBe(`attachment; filename="${name}.csv"`);
    }

    clock.now = new Date('2026-11-20T10:02:00+09:00');
    const reversed = await app.inject({
      method: 'POST',
      url: `/api/office/results/batches/${batchId}/reverse`,
      payload: { reason: '金額を誤ったため', version: batch.version },
      headers: colleague,
    });
    expect(reversed.json()).toEqual({
      ...batch,
      version: batch.version + 1,
      reversedAt: '20261120100200000',
      reversedBy: 'op2@tasuki.example',
      reversalReason: '金額を誤ったため',
    });
    expect((await lines('.csv'))[1]).toBe(
      `${batchId},2026/11/20,運営 太郎,${facts},2026/11/20,op2@tasuki.example,金額を誤ったため,取り消し済み,2026/11/20,運営 太郎`,
    );
    expect((await lines(`/${batchId}/rows.csv`)).slice(1)).toEqual([
      ...[ofRow2, ofRow3, ofRow5].map((row) => `${row}取り消し済み`),
      '',
    ]);
    const entries = await db
      .select()
      .from(auditLog)
      .where(eq(auditLog.subjectId, batchId))
      .orderBy(auditLog.id);
    expect(entries.map(({ action, actorUid, details }) => [action, actorUid, details])).toEqual([
      ['results.import', 'op', { accepted: 3, unchanged: 1, state: 'released' }],
      ['result-rows.export', 'op', { encoding: 'utf8' }],
      ['result-rows.export', 'op', { encoding: 'utf8' }],
      ['results.reverse', 'op2', { rows: 3 }],
      ['result-rows.export', 'op', { encoding: 'utf8' }],
    ]);
    expect(entries.map(({ subjectType }) => subjectType)).toEqual(
      entries.map(() => 'result-batch'),
    );
    expect(
      await db.select().from(auditLog).where(eq(auditLog.subjectId, 'all')).orderBy(auditLog.id),
    ).toMatchObject([
      { action: 'results.export', subjectType: 'result-batches' },
      { action: 'results.export', subjectType: 'result-batches' },
      { action: 'results.export', subjectType: 'result-batches' },
    ]);
  });

  /** All pages of a list in order, then the page before the last again. */
  async function pagesOf<Item>(url: string, itemsOf: (body: never) => Item[]) {
    const pages: Item[][] = [];
    let last = await get(url);
    const total = last.headers['x-total-count'];
    for (;;) {
      pages.push(itemsOf(last.json() as never));
      const next = last.headers['x-next-cursor'];
      if (!next) break;
      last = await get(`${url}?cursor=${next}`);
    }
    const back = await get(`${url}?cursor=${last.headers['x-previous-cursor']}`);
    return { total, pages, back: itemsOf(back.json() as never) };
  }

  test('have pages, and a file of them all, also where many are of one moment', async () => {
    await emptyTables(db, 'result_batches');
    const ids = Array.from({ length: 501 }, (_, n) => `batch-${String(n).padStart(3, '0')}`);
    const createdAt = new Date('2026-11-01T00:00:00+09:00');
    const facts = { uploadedBy: 'gone', fileName: '', fileHash: '', encoding: 'UTF-8', createdAt };
    await db
      .insert(resultBatches)
      .values(ids.map((id) => ({ ...facts, id, rowCount: 1, acceptedCount: 1, donationYen: 0 })));
    const newest = ids.toReversed();
    const { total, pages, back } = await pagesOf('', (all: { id: string; uploadedBy: string }[]) =>
      all.map(({ id, uploadedBy }) => `${id}${uploadedBy}`),
    );
    expect(total).toBe('501');
    expect(pages.map(({ length }) => length)).toEqual([...Array(25).fill(20), 1]);
    expect(pages.flat()).toEqual(newest);
    expect(back).toEqual(newest.slice(480, 500));
    const inFile = (await lines('.csv')).slice(1, -1).map((line) => line.split(',')[0]);
    expect(inFile).toEqual(newest);
  });

  test('show their rows in the order of the file, a hundred at a time', async () => {
    const numbers = Array.from({ length: 201 }, (_, n) => 500 - n);
    await insertApplications(
      db,
      numbers.map((n) => application(n)),
    );
    const content = resultFile(...numbers.map((n) => resultLine(n)));
    const { batchId } = (await send(fileForm([{ ...csvPart, content }, reason]))).json();
    const { total, pages, back } = await pagesOf(
      `/${batchId}`,
      ({ rows }: { rows: { row: number; appraisalId: string }[] }) => rows,
    );
    expect(total).toBe('201');
    expect(pages.map(({ length }) => length)).toEqual([100, 100, 1]);
    expect(pages.flat().map(({ appraisalId }) => appraisalId)).toEqual(numbers.map(numberOf));
    expect(pages.flat().map(({ row }) => row)).toEqual(numbers.map((_, index) => index + 2));
    expect(back).toEqual(pages[1]);
  });
});
