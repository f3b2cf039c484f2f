import { expect, test, vi } from 'vitest';
import { apiServer } from '#test/stand-ins/page/api-server.ts';
import { open } from '#test/stand-ins/page/open.tsx';
import { type Done, describeSending } from '#test/stand-ins/page/sending.ts';
import type { AppraisalDraft } from '#warehouse/appraisals/appraisal-draft.ts';
import { BoxSteps } from './box-steps.tsx';
import type { Appraisal } from './use-appraisal.ts';

const draft = {
  ...{ appraisalId: 'TS-1', version: 5, state: 'open', boxes: [1, 2], finishedBoxes: [1] },
  ...{ appliedBoxes: 2, items: [{ id: 'a' }], note: '', overrideReason: '', sentBackNote: '' },
  ...{ flags: [], finished: null, reviewed: null, canReopen: false },
} as unknown as AppraisalDraft;
const signature = (name: string) => ({ name, at: '20261101090000000' });
const review = {
  ...{ state: 'review', finishedBoxes: [1, 2], finished: signature('園田') },
} as Partial<AppraisalDraft>;
const steps = (done: Done, changes: Partial<AppraisalDraft> = {}, boxNumber = 2, waits = false) => (
  <BoxSteps
    appraisal={
      {
        draft: { ...draft, ...changes },
        take: (next: AppraisalDraft) => done(next),
        reload: async () => true,
      } as unknown as Appraisal
    }
    {...{ boxNumber, waits }}
  />
);
const path = 'POST /api/office/appraisals/TS-1';
const answered = { answer: { version: 6 }, done: [{ version: 6 }] };
const through = { finishedBoxes: [1, 2] };
const operator = { role: 'operator' } as const;

describeSending({
  'a box that is through': {
    part: (done) => steps(done),
    press: 'この箱の査定を終える',
    sends: {
      to: `${path}/finish-box`,
      body: { boxNumber: 2, isFinished: true },
      ifMatch: '"5"',
    },
    ...answered,
    toast: '2箱目の査定を終えました。',
  },
  'a box that goes on': {
    part: (done) => steps(done, {}, 1),
    press: 'この箱の査定を続ける',
    sends: {
      to: `${path}/finish-box`,
      body: { boxNumber: 1, isFinished: false },
      ifMatch: '"5"',
    },
    ...answered,
    toast: '1箱目の査定を再開しました。',
  },
  'asking for the second look': {
    part: (done) =>
      steps(done, { ...through, flags: [{ code: 'high', message: '高めです。' }] as never }),
    async fill(page) {
      expect(page.isDisabled('確認へ進む')).toBe(true);
      await page.type('このまま進める理由（必須）', 'ブランド品');
      await page.type('寄付者へのひとこと', 'ありがとうございます');
    },
    press: '確認へ進む',
    sends: {
      to: `${path}/ask-review`,
      body: { note: 'ありがとうございます', overrideReason: 'ブランド品' },
      ifMatch: '"5"',
    },
    ...answered,
    toast: '確認へ進めました。',
  },
  'confirming an appraisal': {
    part: (done) => steps(done, review),
    person: operator,
    press: '確認して、結果の確定待ちへ',
    sends: { to: `${path}/confirm`, body: {}, ifMatch: '"5"' },
    ...answered,
    toast: '結果の確定待ちに入れました。',
  },
  'sending an appraisal back': {
    part: (done) => steps(done, review),
    person: operator,
    async fill(page) {
      expect(page.isDisabled('差し戻す')).toBe(true);
      await page.type('差し戻しの理由', '点数が合わない');
    },
    press: '差し戻す',
    sends: { to: `${path}/send-back`, body: { note: '点数が合わない' }, ifMatch: '"5"' },
    ...answered,
    toast: '差し戻しました。',
  },
  'going on with an appraisal': {
    part: (done) => steps(done, { ...review, state: 'reviewed', canReopen: true }),
    press: '査定を続ける',
    sends: { to: `${path}/continue`, body: {}, ifMatch: '"5"' },
    ...answered,
    toast: '査定を再開しました。',
  },
});

test('changes on this device are sent before a box can be finished', () => {
  expect(open(steps(vi.fn(), {}, 2, true)).isDisabled('この箱の査定を終える')).toBe(true);
});

test('no review is requested before all boxes are finished, nor without an item', () => {
  expect(open(steps(vi.fn())).has('確認へ進む')).toBe(false);
  expect(open(steps(vi.fn(), { ...through, items: [] })).has('確認へ進む')).toBe(false);
  expect(open(steps(vi.fn(), through)).has('確認へ進む')).toBe(true);
});

test('boxes that have not arrived are named first', () => {
  const page = open(steps(vi.fn(), { ...through, appliedBoxes: 4 }));
  expect(page.text).toContain('3・4箱目が、まだ届いていません');
});

test('appraiser and reviewer are shown under their own labels', () => {
  const page = open(
    steps(vi.fn(), { ...review, state: 'reviewed', reviewed: signature('林') as never }),
  );
  expect(page.text).toContain('査定した人：園田');
  expect(page.text).toContain('確認した人：林');
  expect(page.has('査定を続ける')).toBe(false);
});

test('without permission to release results, an appraisal can be neither confirmed nor sent back', async () => {
  const page = open(steps(vi.fn(), review));
  expect(page.buttons).toEqual(['査定を続ける']);
});

test('a draft that changed meanwhile is reloaded', async () => {
  const server = apiServer();
  const reload = vi.fn(async () => true);
  const appraisal = { draft, take: vi.fn(), reload } as unknown as Appraisal;
  const page = open(<BoxSteps appraisal={appraisal} boxNumber={2} waits={false} />);
  await page.press('この箱の査定を終える');
  await server.refuse('Conflict', '別の方が変えました。');
  expect(reload).toHaveBeenCalledOnce();
  await page.press('この箱の査定を終える');
  await server.lose();
  expect(reload).toHaveBeenCalledOnce();
});
