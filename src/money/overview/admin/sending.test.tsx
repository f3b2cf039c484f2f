import { expect, test, vi } from 'vitest';
import { makeAppraisalId } from '#giving/applications/appraisal-number.ts';
import { BankAccountForm } from '#money/bank-accounts/bank-account-card.tsx';
import { JournalForm } from '#money/journals/admin/journal-form.tsx';
import { CodesForm } from '#money/journals/admin/journals-page.tsx';
import { accountCodes } from '#money/journals/journal-codes.ts';
import { ledgerAccounts } from '#money/ledger/accounts.ts';
import { CheckList } from '#money/month-close/admin/check-list.tsx';
import { NextRunPanel } from '#money/remittances/admin/next-run.tsx';
import { SaleOutcome, SaleUpload } from '#money/sales/admin/sale-upload.tsx';
import { ReverseSale } from '#money/sales/admin/sales-page.tsx';
import type { GoodsSale, SaleImport } from '#money/sales/sale.ts';
import { apiServer } from '#test/stand-ins/page/api-server.ts';
import { open, openTab } from '#test/stand-ins/page/open.tsx';
import { signIn } from '#test/stand-ins/page/person.ts';
import { quiet } from '#test/stand-ins/page/quiet.ts';
import { describeSending } from '#test/stand-ins/page/sending.ts';

const noop = () => undefined;
const sale = { id: 's1', appraisalId: 'TS-1', amountYen: 12_000 } as GoodsSale;

const codes = accountCodes.map((accountCode) => ({
  ...{ accountCode, accountName: accountCode, subAccountName: '', taxCode: '対象外' },
}));
const kept = { codes, version: 3, changedBy: '園田' };
const codesApi = '/api/office/journals/codes/yayoi';

const [first, second] = [1, 2].map((seed) =>
  makeAppraisalId(new Uint8Array([seed, 2, 3, 4, 5, 6, 7])),
);
const checks = '/api/office/month-close/2026-10/checks';
const review = {
  ...{
    month: '2026-10',
    digest: 'd1',
    figures: { postings: 0, debitYen: 0, creditYen: 0, balances: [] },
  },
  held: [first, second].map((appraisalId) => ({
    ...{ appraisalId, identity: '確認待ち', since: '2026-10-01' },
  })),
  checks: [{ key: 'books', state: 'ok', message: '合っています。', path: '', items: [] }],
};
const next = {
  ...{ periodFrom: '2026-10-01', periodTo: '2026-10-31', transferOn: '2026-11-10' },
  ...{ payable: { count: 20, amountYen: 345_000 }, carried: { count: 3, amountYen: 2_500 } },
  ...{ blockedAccounts: 0, failingRuns: [] },
  ...{ blockers: [], latestRunId: 'r9' },
};
const runs = '/api/office/remittance-runs';

describeSending({
  'taking a sale out of the books': {
    part: (done) => <ReverseSale sale={sale} onClose={noop} onDone={() => done()} />,
    async fill(page) {
      expect(page.text).toContain('TS-1の12,000円の売却を取り消します。');
      await page.type('理由', '別の箱');
    },
    press: '取り消す',
    sends: { to: 'POST /api/office/sales/s1/reverse', body: { reason: '別の箱' } },
    toast: '売却を取り消しました。反対の記帳を加えました。',
    field: 'reason',
  },
  'how accounts are called': {
    part: (done) => <CodesForm software="yayoi" kept={kept} onSaved={() => done()} />,
    async fill(page) {
      const second = page.within('fieldset', ledgerAccounts[codes[1]?.accountCode ?? 'bonus'].name);
      await second.type('勘定科目', '雑費');
      await second.type('補助科目', '加算');
      await second.type('税区分', '課税10％');
    },
    press: '保存する',
    sends: {
      to: `POST ${codesApi}`,
      body: {
        codes: codes.map((code, index) =>
          index === 1
            ? { ...code, accountName: '雑費', subAccountName: '加算', taxCode: '課税10％' }
            : code,
        ),
      },
      ifMatch: '"3"',
    },
    toast: '科目と税区分を保存しました。次の書き出しから使います。',
    field: 'codes.0.taxCode',
    onConflict: { asks: [`GET ${codesApi}`] },
  },
});

test('a journal file is requested with each option under its name', async () => {
  const server = apiServer();
  const page = open(<JournalForm />);
  await page.choose('freee会計');
  await page.type('始まりの月', '2026-04');
  await page.type('終わりの月', '2026-09');
  await page.choose('寄付も、1件ずつ書き出す');
  await page.choose('文字コード', 'Shift_JIS');
  await page.press('仕訳を書き出す');
  expect(server.sent).toEqual([
    {
      to: 'GET /api/office/journals.zip?software=freee&from=2026-04&to=2026-09&gifts=each&encoding=shift_jis',
    },
  ]);
  expect(page.has('仕訳を書き出す')).toBe(false);
  await server.answer(new Blob(['x']));
  expect(page.toast).toBe('仕訳のファイルを保存しました。');
  await page.choose('文字コード', '会計ソフトに合わせる（弥生はShift_JIS、ほかはUTF-8）');
  await page.press('仕訳を書き出す');
  expect(server.sent.at(-1)?.to).toMatch(/gifts=each$/);
  await server.refuse('ValidationError', '12か月までです。');
  expect(`${page.text}${page.message}`).toContain('12か月までです。');
});

/** Opens the oldest open month as a person who may request its close. */
async function closing(changes: object = {}, role: 'accountant' | 'warehouse' = 'accountant') {
  const tab = openTab();
  const server = apiServer();
  await signIn(server, { role });
  const onAsked = vi.fn();
  const page = open(<CheckList month="2026-10" onAsked={onAsked} />, {}, tab);
  await quiet();
  expect(server.waiting).toEqual([`GET ${checks}`]);
  await server.answer({ ...review, ...changes });
  return { server, page, onAsked };
}
const ask = '2026年10月を締めることを依頼する';

test('a month is closed as it was looked at, with a reason for each application on hold', async () => {
  const { server, page, onAsked } = await closing();
  await page.type(`${first} が保留の理由`, '書類待ち');
  await page.press(ask);
  expect(server.waiting).toEqual([]);
  await page.type(`${second} が保留の理由`, '転居');
  await page.press(ask);
  expect(server.sent.at(-1)).toEqual({
    to: 'POST /api/office/month-close/2026-10/ask',
    body: {
      digest: 'd1',
      explanations: [
        { appraisalId: first, text: '書類待ち' },
        { appraisalId: second, text: '転居' },
      ],
    },
  });
  expect(page.has(ask)).toBe(false);
  await server.answer({ dueAt: null });
  expect(page.toast).toBe('締めることを依頼しました。もう1人の承認で締まります。');
  expect(onAsked).toHaveBeenCalledOnce();
});

test('a failed check, or a missing permission, prevents closing a month', async () => {
  const mend = [{ ...review.checks[0], state: 'to-mend' }];
  const { page } = await closing({ checks: mend });
  expect(page.has(ask)).toBe(false);
  expect(page.text).toContain('「直してから」の項目を直すと');
  expect((await closing({}, 'warehouse')).page.has(ask)).toBe(false);
});

async function preparing(changes: object = {}) {
  const server = apiServer();
  const page = open(<NextRunPanel mayManage />, { path: '/admin/remittances' });
  await server.answer({ ...next, ...changes });
  return { server, page };
}

test('the next run shows its payments and its exclusions, each in its own place', async () => {
  const { page } = await preparing();
  expect(page.text).toContain('20団体に345,000円');
  expect(page.text).toContain('2026/10/01から2026/10/31までの分です。');
  expect(page.text).toContain('このほか3団体の2,500円は、次回に繰り越します。');
  expect([page.valueOf('対象期間の最後の日'), page.valueOf('振込指定日')]).toEqual([
    '2026-10-31',
    '2026-11-10',
  ]);
});

test('accounts that sent money back and arrivals that could not be recorded are told before the next run', async () => {
  const { page } = await preparing();
  expect(page.text).not.toMatch(/戻ってきた|着金を記録できていない/);
  const failingRuns = [{ id: 'r8', number: '2026-011', count: 2 }];
  const told = (await preparing({ blockedAccounts: 1, failingRuns })).page;
  expect(told.text).toContain('振込が戻ってきた口座が1件あります');
  expect(told.text).toContain('送金 2026-011の2団体');
  expect(told.links).toMatchObject({ その送金を開く: '/admin/remittances/r8' });
});

test('a run is prepared once for the days that are shown, after the run that was the last', async () => {
  const { server, page } = await preparing();
  await page.press('準備する');
  await page.press('準備する');
  expect(server.sent.slice(1)).toEqual([
    {
      to: `POST ${runs}`,
      body: { periodTo: '2026-10-31', transferOn: '2026-11-10', after: 'r9' },
      key: 'key 1',
    },
  ]);
  await server.answer({ run: { id: 'r10' } });
  expect(page.at).toBe('/admin/remittances/r10');
});

test('a run prepared by a colleague meanwhile is reloaded', async () => {
  const { server, page } = await preparing();
  await page.press('準備する');
  await server.refuse('Conflict', '先に準備されています。');
  await page.press('最新の内容を読み込む');
  expect(server.waiting).toEqual([`GET ${runs}/next`]);
});

test('no run can be prepared while blocked, without payees, or without permission', async () => {
  const blockers = [{ message: '口座がありません。', address: 'bank-account' }];
  const blocked = await preparing({ blockers });
  expect(blocked.page.has('準備する')).toBe(false);
  expect(blocked.page.links.振込元の口座へ).toBe('/admin/bank-account');
  const empty = await preparing({ payable: { count: 0, amountYen: 0 } });
  expect(empty.page.text).toContain('この期間に、お支払いする団体はありません。');
  const server = apiServer();
  const reader = open(<NextRunPanel mayManage={false} />);
  await server.answer(next);
  expect(reader.has('準備する')).toBe(false);
});

const imported = {
  ...{ rows: 10, fresh: 6, known: 4, boxes: 5, amountYen: 34_500, differenceYen: -500 },
  ...{ roundingYen: 3, ignoredColumns: ['備考'], errors: [], errorTotal: 0, isDone: false },
} as unknown as SaleImport;

test('the figures of a file of sales stand each beside its own label', () => {
  const page = open(
    <SaleOutcome
      {...{ fileName: 'sale.csv', answer: imported, isDone: false, isImporting: false }}
      {...{ message: undefined, onImport: noop }}
    />,
  );
  expect(page.facts).toMatchObject({
    ...{ 新しい売却: '6行（5件のお申し込み）', 取り込み済み: '4行' },
    ...{ 売却額: '34,500円（査定より500円低い）', 端数: 'まとめ売りを分けた端数 3円' },
    読まない列: '備考',
  });
  expect(page.facts.ファイル).toMatch(/sale\.csv.*10行/);
});

test('a file of sales is checked, and the same bytes are imported even if the file changed', async () => {
  const server = apiServer();
  const onImported = vi.fn();
  const page = open(<SaleUpload onImported={onImported} />);
  const file = new File(['a,b'], 'sale.csv');
  await page.attach('売却の実績のCSV', file);
  await page.press('ためし読みする');
  const sent = (dryRun: boolean) => ({
    to: `POST /api/office/sales/import?dryRun=${dryRun}`,
    body: { file: 'sale.csv 3' },
  });
  expect(server.sent).toEqual([sent(true)]);
  await server.answer(imported);
  expect(onImported).not.toHaveBeenCalled();
  await page.press('6行を取り込む');
  expect(server.sent.at(-1)).toEqual(sent(false));
  await server.answer({ ...imported, isDone: true });
  expect(onImported).toHaveBeenCalledOnce();
  expect(page.text).toContain('取り込みました');
});

test('the check of another file cannot be imported', async () => {
  const server = apiServer();
  const page = open(<SaleUpload onImported={noop} />);
  await page.attach('売却の実績のCSV', new File(['a'], 'one.csv'));
  await page.press('ためし読みする');
  await server.answer(imported);
  await page.attach('売却の実績のCSV', new File(['b'], 'two.csv'));
  expect(page.has('6行を取り込む')).toBe(false);
});

test('a file with errors, or without new rows, cannot be imported', async () => {
  for (const [changes, words] of [
    [{ errorTotal: 2, errors: [{ row: 3, column: '売却額', message: '数字で' }] }, '2か所に誤り'],
    [{ fresh: 0 }, '新しく取り込む売却はありません'],
  ] as const) {
    const server = apiServer();
    const page = open(<SaleUpload onImported={noop} />);
    await page.attach('売却の実績のCSV', new File(['a'], 'one.csv'));
    await page.press('ためし読みする');
    await server.answer({ ...imported, ...changes });
    expect(page.text).toContain(words);
    expect(page.buttons.filter((name) => name.endsWith('行を取り込む'))).toEqual([]);
  }
});

const accountApi = '/api/office/associates/umi/bank-account';
const held = { id: 'b1', bankCode: '0001', branchCode: '001' } as never;

/** The form that requests another account. */
async function asking(done = vi.fn()) {
  const server = apiServer({
    'GET /api/office/banks?name=%E8%A6%8B%E6%9C%AC': {
      items: [{ code: '9999', name: '見本銀行' }],
    },
    'GET /api/office/banks/9999/branches?name=%E6%9C%AC%E5%BA%97': {
      items: [{ code: '101', name: '本店' }],
    },
  });
  const page = open(
    <BankAccountForm
      associateId="umi"
      held={held}
      onCancel={noop}
      onAsked={(asked) => done(asked)}
    />,
  );
  const find = async (name: string, typed: string) => {
    const field = page.find('input', name) as unknown as HTMLInputElement;
    await page.do(() => {
      field.focus();
      const prototype = Object.getPrototypeOf(field);
      Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, typed);
      field.dispatchEvent(new Event('input', { bubbles: true }));
    });
    await page.key(name, 'Enter');
  };
  await find('銀行', '見本');
  await find('支店', '本店');
  await page.choose('当座');
  await page.type('口座番号', '1234567');
  await page.type('口座名義（カナ）', 'ウミノカイ');
  await page.type('理由', '通帳で確かめた');
  return { server, page, done };
}
const asked = {
  account: {
    ...{ bankCode: '9999', branchCode: '101', kind: 'current', number: '1234567' },
    holder: 'ｳﾐﾉｶｲ',
  },
  reason: '通帳で確かめた',
};

test('a new account is requested in place of the current one, each field under its name', async () => {
  const { server, page, done } = await asking();
  await page.press('口座の変更を依頼する');
  expect(server.sent).toEqual([{ to: `POST ${accountApi}`, body: { ...asked, replaces: 'b1' } }]);
  await server.answer({ dueAt: null });
  expect(done).toHaveBeenCalledExactlyOnceWith({ dueAt: null });
});

test('an account approved meanwhile is shown beside the typed one, and is then the one to replace', async () => {
  const { server, page } = await asking();
  await page.press('口座の変更を依頼する');
  await server.refuse('Conflict', '先に変更されています');
  const account = {
    ...{ id: 'b2', bankCode: '8888', branchCode: '202', kind: 'savings', number: '7654321' },
    holder: 'ﾔﾏﾉｶｲ',
  };
  await server.answer({ account });
  const values = page
    .all('dl')
    .map((list) => [...list.querySelectorAll('dd')].map((value) => value.textContent));
  expect(values).toEqual([
    ['9999', '101', '当座', '1234567', 'ｳﾐﾉｶｲ'],
    ['8888', '202', '貯蓄', '7654321', 'ﾔﾏﾉｶｲ'],
  ]);
  await page.press('入力した内容で上書きする');
  expect(server.sent.at(-1)?.body).toMatchObject({ replaces: 'b2' });
});
