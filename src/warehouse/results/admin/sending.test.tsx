import { expect, test, vi } from 'vitest';
import { apiServer } from '#test/stand-ins/page/api-server.ts';
import { open } from '#test/stand-ins/page/open.tsx';
import { type Done, describeSending } from '#test/stand-ins/page/sending.ts';
import type { ResultHistory } from '#warehouse/results/result-correction.ts';
import type { ResultBatch } from '#warehouse/results/result-import.ts';
import { CorrectResultDialog } from './correct-result-dialog.tsx';
import { ReasonForm } from './reason-form.tsx';
import { ReverseDialog } from './reverse-dialog.tsx';
import { ScheduleForm } from './schedule-form.tsx';
import { ReleaseForm } from './waiting-batch.tsx';

const batch = {
  ...{ id: 'b1', version: 4, accepted: 1_200, donationYen: 345_600, flagged: 0 },
  releaseDueAt: '20260511090000000',
} as unknown as ResultBatch;
const path = '/api/office/results/batches/b1';
const noop = () => undefined;

const history = {
  ...{ version: 5, receipts: ['2026-1'], hasPledge: true },
  results: [
    {
      ...{ outcome: 'completed', itemCount: 8, pricedCount: 5, appraisedYen: 1_000 },
      ...{ bonusYen: 200, note: 'ありがとうございます', donationYen: 1_200 },
    },
  ],
  items: [],
} as unknown as ResultHistory;
const correcting = (done: Done) => (
  <CorrectResultDialog appraisalId="TS-1" history={history} isOpen onClose={() => done()} />
);
const corrected = {
  ...{ version: 5, outcome: 'completed', itemCount: 9, pricedCount: 6, appraisedYen: 2_000 },
  ...{ bonusYen: 300, note: 'ありがとうございます', reason: '数えまちがい' },
};
async function correct(page: ReturnType<typeof open>) {
  await page.type('点数', '9');
  await page.type('値段がついた点数', '6');
  await page.type('査定金額（円）', '2,000');
  await page.type('加算額（円）', '300');
  await page.type('訂正の理由', '数えまちがい');
}

describeSending({
  'releasing results as the batch was seen': {
    part: (done) => <ReleaseForm batch={batch} onClose={noop} onDone={() => done()} />,
    press: '確定して知らせる',
    sends: { to: `POST ${path}/release`, body: { version: 4 }, key: 'key 1' },
    toast: '確定しました。',
  },
  'putting the morning off': {
    part: (done) => <ScheduleForm batch={batch} onClose={noop} onDone={() => done()} />,
    async fill(page) {
      expect(page.valueOf('自動で確定する日（朝9時）')).toBe('2026-05-11');
      await page.type('自動で確定する日（朝9時）', '2026-05-12');
    },
    press: 'この日にする',
    sends: {
      to: `POST ${path}/schedule`,
      body: { version: 4, releaseDueAt: '20260512090000000' },
      key: 'key 1',
    },
  },
  'calling the morning off': {
    part: (done) => <ScheduleForm batch={batch} onClose={noop} onDone={() => done()} />,
    press: '自動では確定しない',
    sends: { to: `POST ${path}/schedule`, body: { version: 4, releaseDueAt: null }, key: 'key 1' },
  },
  'a step with its reason': {
    part: (done) => (
      <ReasonForm path={`${path}/x`} version={4} label="理由" action="外す" onDone={() => done()} />
    ),
    fill: (page) => page.type('理由', '二重の行'),
    press: '外す',
    sends: { to: `POST ${path}/x`, body: { reason: '二重の行', version: 4 }, key: 'key 1' },
    field: 'reason',
  },
  'taking a whole batch back': {
    part: (done) => <ReverseDialog batch={batch} isOpen onClose={() => done()} />,
    known: { [`GET ${path}/reversal`]: { rows: 12, blockedTotal: 0, blocked: [] } },
    async fill(page) {
      await page.type('取り消しの理由', '別の月のファイル');
    },
    press: '取り消す',
    sends: { to: `POST ${path}/reverse`, body: { reason: '別の月のファイル', version: 4 } },
    toast: '取り込みを取り消しました。',
    field: 'reason',
  },
  'setting one result right': {
    part: correcting,
    fill: correct,
    press: '訂正する',
    sends: { to: 'POST /api/office/results/TS-1/correct', body: corrected },
    toast: '査定結果を訂正しました。',
    field: 'appraisedYen',
  },
});

test('a release states its rows and its total beforehand, each in its place', () => {
  const { text } = open(<ReleaseForm batch={batch} onClose={noop} onDone={noop} />);
  expect(text).toContain('1,200行・寄付の見込み 345,600円を確定し');
});

test('a batch with a doubtful row cannot be released', () => {
  const doubtful = { ...batch, flagged: 2 };
  const page = open(<ReleaseForm batch={doubtful} onClose={noop} onDone={noop} />);
  expect(page.text).toContain('確かめる行が2件あります。');
  expect(page.has('確定して知らせる')).toBe(false);
});

test('without a day the release cannot be postponed', async () => {
  const undated = { ...batch, releaseDueAt: null };
  const page = open(<ScheduleForm batch={undated} onClose={noop} onDone={noop} />);
  expect(page.isDisabled('この日にする')).toBe(true);
  await page.type('自動で確定する日（朝9時）', '2026-05-12');
  expect(page.isDisabled('この日にする')).toBe(false);
});

/** A batch whose blocked rows stay. */
async function reversing(preview: object) {
  const server = apiServer();
  const page = open(<ReverseDialog batch={batch} isOpen onClose={noop} />);
  await server.answer(preview);
  return { server, page };
}
const blocked = [{ appraisalId: 'TS-9', reason: '送金済みです' }];

test('blocked rows are named, and the others are reversed without them', async () => {
  const { server, page } = await reversing({ rows: 11, blockedTotal: 1, blocked });
  expect(page.text).toContain('11行を、取り込む前の状態に戻します。');
  expect(page.text).toContain('次の1行は取り消せないため');
  expect(page.text).toMatch(/TS-9.*送金済みです/);
  await page.type('取り消しの理由', '別の月のファイル');
  await page.press('残りの11行を取り消す');
  expect(server.sent.at(-1)?.body).toEqual({
    ...{ reason: '別の月のファイル', version: 4, without: 'blocked' },
  });
});

test('if no row can be reversed, it says so and nothing can be sent', async () => {
  const { page } = await reversing({ rows: 0, blockedTotal: 1, blocked });
  expect(page.text).toContain('取り消せる行がありません。');
  expect(page.text).toContain('送金済みです');
  expect(page.has('取り消す')).toBe(false);
});

test('old and new amount are side by side, with the consequences', async () => {
  const page = open(correcting(vi.fn()));
  await page.type('査定金額（円）', '2000');
  expect(page.text).toContain('1,200円 → 2,200円');
  expect(page.text).toContain('受領証明書2026-1は無効になり');
  expect(page.text).toContain('#mypledgeは、寄付が残れば公開されたままです。');
  await page.type('査定金額（円）', 'x');
  expect(page.text).toContain('1,200円 → —');
});

test('an unlikely amount asks for a confirmation, which counts for that amount only', async () => {
  const server = apiServer();
  const page = open(correcting(vi.fn()));
  await correct(page);
  await page.press('訂正する');
  const errors = [{ path: 'checkedYen', message: '10倍を超えています。' }];
  await server.refuse('ValidationError', 'ご確認ください。', { errors });
  expect(page.text).toContain('10倍を超えています。');
  await page.tick('金額を確かめました（2,300円）');
  await page.type('査定金額（円）', '2001');
  expect(page.text).not.toContain('金額を確かめました');
  await page.type('査定金額（円）', '2000');
  expect(page.isTicked('金額を確かめました（2,300円）')).toBe(true);
  await page.press('訂正する');
  expect(server.sent.at(-1)?.body).toEqual({ ...corrected, checkedYen: 2_300 });
});
