import { expect, test, vi } from 'vitest';
import { ReasonDialog } from '#kit/lists/steps/reason-dialog.tsx';
import { SettingsForm, type StoredSettings } from '#money/remittances/admin/settings-page.tsx';
import { TransferActions } from '#money/remittances/admin/transfer-actions.tsx';
import type { Remittance, Run, RunDetail } from '#money/remittances/run.ts';
import { apiServer } from '#test/stand-ins/page/api-server.ts';
import { open, openTab } from '#test/stand-ins/page/open.tsx';
import { type Done, describeSending } from '#test/stand-ins/page/sending.ts';
import { ConfirmForm } from './confirm-form.tsx';
import { DownloadFile } from './download-file.tsx';
import { MakeAnotherFile, MakeFile } from './make-file.tsx';
import { RunFacts, TransferDay } from './run-facts.tsx';
import { AskForRun, HandOver, Unsend } from './run-next.tsx';
import type { RunProps } from './run-props.ts';
import { DropRun, RunFiles } from './run-screen.tsx';

const run = {
  ...{ id: 'r1', number: 12, version: 7, state: 'draft', dropReason: '' },
  ...{ periodFrom: '2026-04-01', periodTo: '2026-04-30', transferOn: '2026-05-08' },
  ...{ remittances: 20, amountYen: 345_000, confirmed: 0, confirmedYen: 0, returned: 0 },
  ...{ returnedYen: 0, createdAt: '20260501090000000', createdBy: '園田' },
  ...{ approvedAt: '20260502100000000', approvedBy: '林', sentAt: null, sentBy: '' },
} as unknown as Run;
const file = (number: number, more: object = {}) => ({
  ...{ id: `f${number}`, number, remittances: 19, amountYen: 340_000, transferOn: '2026-05-08' },
  ...{ isReplaced: false, replacesNumber: 0, reason: '', madeAt: '20260503110000000' },
  ...{ madeBy: '森', ...more },
});
const detail = (changes: object = {}, more: object = {}) =>
  ({
    run: { ...run, ...changes },
    ...{ waiting: null, files: [file(1)], confirming: 0, carried: { count: 3, amountYen: 2_500 } },
    payer: { bankName: '見本銀行', branchName: '本店', kind: 'ordinary', number: '1234567' },
    ...more,
  }) as unknown as RunDetail;
const path = '/api/office/remittance-runs/r1';
const stale = { shows: '最新の内容を読み込む' };
const props = (done: Done, shown = detail()): RunProps => ({
  ...{ detail: shown, mayManage: true },
  ...{ onChanged: (answer) => void done(answer), onReload: () => undefined },
});
/** Every step answers with the run as it is then, which is handed on. */
const answered = { answer: { run: { version: 8 } }, done: [{ run: { version: 8 } }] };
const remittance = {
  ...{ id: 's1', runId: 'r1', version: 3, targetName: '海の会', amountYen: 12_000 },
} as unknown as Remittance;
const transfer = (state: string, done: Done) => (
  <TransferActions
    remittance={{ ...remittance, state } as Remittance}
    onChanged={(changed) => void done(changed)}
    onReload={() => undefined}
  />
);

describeSending({
  'asking for a run': {
    part: (done) => <AskForRun {...props(done)} />,
    fill: (page) => page.type('承認する人へのメモ', 'お願いします'),
    press: '20団体・345,000円の承認を依頼する',
    sends: { to: `POST ${path}/ask`, body: { reason: 'お願いします', version: 7 }, key: 'key 1' },
    ...answered,
    toast: '承認を依頼しました。',
    field: 'reason',
    onConflict: stale,
  },
  'making the first file': {
    part: (done) => <MakeFile {...props(done)} />,
    press: '20団体・345,000円のファイルを作成する',
    sends: {
      to: `POST ${path}/files`,
      body: { replaces: null, reason: '', version: 7 },
      key: 'key 1',
    },
    ...answered,
    toast: 'ファイルを作成しました。',
    onConflict: stale,
  },
  'making another file': {
    part: (done) => <MakeAnotherFile {...props(done)} file={file(2) as never} />,
    async fill(page) {
      await page.press('ファイルを作り直す');
      await page.type('作り直す理由', '振込指定日のまちがい');
    },
    press: '替わりのファイルを作成する',
    sends: {
      to: `POST ${path}/files`,
      body: { replaces: 'f2', reason: '振込指定日のまちがい', version: 7 },
      key: 'key 1',
    },
    ...answered,
    toast: 'ファイル2に替わるファイルを作成しました。',
    field: 'reason',
    onConflict: stale,
  },
  'noting that the file went to the bank': {
    part: (done) => (
      <HandOver {...props(done, detail({}, { files: [file(1, { isReplaced: true }), file(2)] }))} />
    ),
    press: 'ファイル2を銀行に渡した',
    sends: { to: `POST ${path}/sent`, body: { fileId: 'f2', version: 7 }, key: 'key 1' },
    ...answered,
    toast: '銀行に渡したことを記録しました。',
    onConflict: stale,
  },
  'noting that all arrived': {
    part: (done) => (
      <ConfirmForm {...props(done, detail({ confirmed: 5, returned: 2 }))} which="all" />
    ),
    fill: (page) => page.type('着金した日', '2026-05-09'),
    press: '残りの13団体すべての着金を記録する',
    sends: {
      to: `POST ${path}/confirm`,
      body: { which: 'all', receivedOn: '2026-05-09', version: 7 },
      key: 'key 1',
    },
    ...answered,
    toast: '着金を記録しました。',
    field: 'receivedOn',
    onConflict: stale,
  },
  'noting that some arrived, on the day that was asked for': {
    part: (done) => <ConfirmForm {...props(done)} which={['s1', 's2']} />,
    press: '選んだ2団体の着金を記録する',
    sends: {
      to: `POST ${path}/confirm`,
      body: { which: ['s1', 's2'], receivedOn: '2026-05-08', version: 7 },
      key: 'key 1',
    },
    ...answered,
    toast: '着金を記録しました。',
    onConflict: stale,
  },
  'giving a run up': {
    part: (done) => <DropRun {...props(done)} />,
    async fill(page) {
      await page.press('送金を取りやめる');
      await page.type('理由', '金額のまちがい');
    },
    press: '取りやめる',
    sends: {
      to: `POST ${path}/drop`,
      body: { reason: '金額のまちがい', version: 7 },
      key: 'key 1',
    },
    ...answered,
    toast: '送金を取りやめました。',
    field: 'reason',
    onConflict: stale,
  },
  'taking back that a file went to the bank': {
    part: (done) => <Unsend {...props(done)} />,
    async fill(page) {
      await page.press('銀行に渡した記録を取り消す');
      await page.type('理由', '間違えて記録した');
    },
    press: '記録を取り消す',
    sends: {
      to: `POST ${path}/unsend`,
      body: { reason: '間違えて記録した', version: 7 },
      key: 'key 1',
    },
    ...answered,
    toast: '「ファイル作成済み」に戻しました。',
    onConflict: stale,
  },
  'another day for the bank': {
    part: (done) => <TransferDay {...props(done)} />,
    async fill(page) {
      await page.press('振込指定日を変える');
      expect(page.valueOf('振込指定日')).toBe('2026-05-08');
      await page.type('振込指定日', '2026-05-11');
    },
    press: 'この日にする',
    sends: {
      to: `POST ${path}/transfer-day`,
      body: { transferOn: '2026-05-11', version: 7 },
      key: 'key 1',
    },
    ...answered,
    toast: '振込指定日を変えました。',
    field: 'transferOn',
    onConflict: stale,
  },
  'taking back that money arrived': {
    part: (done) => transfer('confirmed', done),
    async fill(page) {
      await page.press('着金の記録を取り消す');
      await page.type('理由', '間違えて記録した');
    },
    press: '記録を取り消す',
    sends: {
      to: 'POST /api/office/remittances/s1/unconfirm',
      body: { reason: '間違えて記録した', version: 3 },
      key: 'key 1',
    },
    ...answered,
    toast: '着金の記録を取り消しました。「送金中」に戻っています。',
    onConflict: stale,
  },
  'saving the bank’s file': {
    part: () => <DownloadFile runId="r1" fileId="f/2" number={2} />,
    press: 'ファイル2をダウンロード',
    sends: { to: `GET ${path}/files/f%2F2` },
    answer: new Blob(['x']),
    isSilent: true,
    toast: 'ファイル2を保存しました。',
  },
});

test('money that came back is noted with its day and reason as the remittance was shown', async () => {
  const server = apiServer();
  const done = vi.fn();
  const page = open(transfer('sent', done));
  expect(page.has('着金の記録を取り消す')).toBe(false);
  await page.press('組戻しを記録する');
  const dialog = page.within('dialog', '組戻しを記録しますか？');
  expect(dialog.text).toContain('海の会への12,000円が、振り込まれずに');
  await dialog.type('組戻しの入金日', '2026-05-12');
  await dialog.type('理由', '名義が違うため');
  await dialog.press('組戻しを記録する');
  expect(server.sent).toEqual([
    {
      to: 'POST /api/office/remittances/s1/return',
      body: { returnedOn: '2026-05-12', reason: '名義が違うため', version: 3 },
      key: 'key 1',
    },
  ]);
  await server.answer({ state: 'returned' });
  expect(done).toHaveBeenCalledExactlyOnceWith({ state: 'returned' });
  expect(page.toast).toBe('組戻しを記録しました。同じ額が、次の送金に入ります。');
});

test.each([
  ['sent', ['組戻しを記録する']],
  ['confirmed', ['組戻しを記録する', '着金の記録を取り消す']],
  ['prepared', []],
  ['returned', []],
])('what may be set right of a remittance that is %s: %j', (state, buttons) => {
  expect(open(transfer(state, vi.fn())).buttons).toEqual(buttons);
});

test('a remittance from before there were runs is not set right here', () => {
  const part = (
    <TransferActions
      remittance={{ ...remittance, state: 'sent', runId: '' } as Remittance}
      onChanged={vi.fn()}
      onReload={vi.fn()}
    />
  );
  expect(open(part).buttons).toEqual([]);
});

test('the figures of a run stand each beside its own label', () => {
  const counted = {
    ...{ state: 'done', confirmed: 17, confirmedYen: 300_000, returned: 3, returnedYen: 45_000 },
    ...{ sentAt: '20260504120000000', sentBy: '森' },
  };
  const page = open(<RunFacts {...props(vi.fn(), detail(counted))} />);
  expect(page.facts).toMatchObject({
    ...{ お支払いする団体: '20団体', 送金額: '345,000円', 着金: '300,000円', 組戻し: '45,000円' },
    対象期間: '2026/04/01から 2026/04/30まで',
    振込指定日: '2026/05/08',
    振込元: '見本銀行 本店 普通 ***4567',
    次回に繰越: '3団体・2,500円（理由を見る）',
    準備: '2026/05/01 09:00園田',
    承認: '2026/05/02 10:00林',
    銀行へ: '2026/05/04 12:00森',
  });
  expect(page.text).toContain('着金 17／20団体');
  expect(page.has('振込指定日を変える')).toBe(false);
});

test.each([
  ['a draft', detail(), true],
  ['one that waits for approval', detail({}, { waiting: { askedBy: '園田' } }), false],
  ['one that is approved', detail({ state: 'approved' }), false],
])('the day of %s may be changed: %s', (_, shown, mayChange) => {
  const page = open(<RunFacts {...props(vi.fn(), shown)} />);
  expect(page.has('振込指定日を変える')).toBe(mayChange);
  const others = open(<RunFacts {...props(vi.fn(), shown)} mayManage={false} />);
  expect(others.has('振込指定日を変える')).toBe(false);
});

test('only the file that holds is offered and marked as the one to use', () => {
  const files = [
    file(2, { replacesNumber: 1, reason: '日付', amountYen: 340_001 }),
    file(1, { isReplaced: true }),
  ];
  const page = open(<RunFiles {...props(vi.fn(), detail({ state: 'sent' }, { files }))} />);
  const [head = [], second = [], first = []] = page.rows;
  expect(head).toEqual(['ファイル', '件数', '合計', '振込指定日', '作成', '扱い']);
  expect(second.slice(0, 4)).toEqual([
    ...['ファイル 2', '件数 19件', '合計 340,001円', '振込指定日 2026/05/08'],
  ]);
  expect(second[5]).toMatch(/使うもの ?ファイル1に替わるもの（日付）/);
  expect(first[5]).toBe('扱い 使わない');
  expect(page.buttons).toEqual(['ファイル2をダウンロード']);
});

test.each([
  [{ confirmed: 1 }, 0],
  [{ returned: 1 }, 0],
  [{}, 1],
])('nothing that has moved on (%j) is taken back from the bank', (changes, confirming) => {
  const page = open(<Unsend {...props(vi.fn(), detail(changes, { confirming }))} />);
  expect(page.buttons).toEqual([]);
});

test.each(['sent', 'done', 'dropped'])('a run that is %s is not given up', (state) => {
  expect(open(<DropRun {...props(vi.fn(), detail({ state }))} />).buttons).toEqual([]);
});

const stored = {
  ...{
    consignorCode: '1234567890',
    consignorName: 'タスキ',
    layout: 'general',
    lineEnds: 'crlf',
    transferKind: '7',
  },
  version: 3,
} as StoredSettings;
const settings = (done: Done) => (
  <SettingsForm stored={stored} mayChange onSaved={(saved) => void done(saved)} />
);
const typed = {
  ...{ consignorCode: '0987654321', consignorName: 'タスキキカイ' },
  ...{ layout: 'general', lineEnds: 'none', transferKind: '0' },
};
const settingsApi = '/api/office/money-settings';

describeSending({
  'how files for the bank are written': {
    part: settings,
    async fill(page) {
      await page.type('委託者コード', typed.consignorCode);
      await page.type('委託者名', typed.consignorName);
      await page.choose('改行なし');
      await page.choose('指定なし（0）');
    },
    press: '保存する',
    sends: { to: `PUT ${settingsApi}`, body: { ...typed, version: 3 } },
    answer: { ...typed, version: 4 },
    done: [{ ...typed, version: 4 }],
    toast: '振込の設定を保存しました。',
    field: 'consignorCode',
    onConflict: { asks: [`GET ${settingsApi}`] },
  },
});

test('settings that a colleague saved meanwhile stand beside what was typed, and the choice names their version', async () => {
  const server = apiServer();
  const done = vi.fn();
  const page = open(settings(done), {}, openTab());
  await page.type('委託者名', 'タスキキカイ');
  await page.press('保存する');
  await server.refuse('Conflict', '先に変更されています。');
  const newer = { ...stored, consignorCode: '1111111111', version: 5 };
  await server.answer(newer);
  expect(page.text).toContain('ほかの画面で、先に変更されています');
  expect(page.text).not.toContain('先に変更されています。');
  const versions = page
    .all('dl')
    .map((list) => [...list.querySelectorAll('dd')].map((value) => value.textContent));
  expect(versions).toEqual([
    ['1234567890', 'タスキキカイ', '全銀協の一般の形式', '改行あり', 'テレ振込（7）'],
    ['1111111111', 'タスキ', '全銀協の一般の形式', '改行あり', 'テレ振込（7）'],
  ]);
  expect(page.has('保存する')).toBe(false);
  await page.press('入力した内容で上書きする');
  expect(server.sent.at(-1)?.body).toMatchObject({ consignorName: 'タスキキカイ', version: 5 });
  await server.refuse('InternalError', 'うまくいきませんでした。');
  await page.press('保存済みの内容にする');
  expect(done).toHaveBeenCalledExactlyOnceWith(newer);
});

test('who may not change the settings reads them', () => {
  const page = open(<SettingsForm stored={stored} mayChange={false} onSaved={vi.fn()} />);
  expect(page.buttons).toEqual([]);
});

test('a reason is asked for in words, and a run that moved on is loaded anew', async () => {
  const server = apiServer();
  const [onClose, onReload] = [vi.fn(), vi.fn()];
  const page = open(
    <ReasonDialog
      {...{ title: '取り消しますか？', path: '/api/x', more: { version: 2 }, action: '取り消す' }}
      {...{ done: '取り消しました。', isOpen: true, onClose, onDone: vi.fn(), onReload }}
    >
      <p>元には戻せません。</p>
    </ReasonDialog>,
  );
  expect(page.text).toContain('元には戻せません。');
  await page.press('取り消す');
  expect(server.sent).toEqual([]);
  expect(page.all('[aria-invalid=true]')).toHaveLength(1);
  await page.type('理由', 'まちがい');
  await page.press('取り消す');
  await server.refuse('Conflict', '先に変わりました。');
  await page.press('最新の内容を読み込む');
  expect(onClose).toHaveBeenCalledOnce();
  expect(onReload).toHaveBeenCalledOnce();
});
