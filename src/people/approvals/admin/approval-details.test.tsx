import { expect, test, vi } from 'vitest';
import type { Approval } from '#people/approvals/approval.ts';
import { open } from '#test/stand-ins/page/open.tsx';
import { type Done, describeSending } from '#test/stand-ins/page/sending.ts';
import { ApprovalDetails } from './approval-details.tsx';

const approval = {
  ...{ id: 'a1', title: '役割の変更', subject: '林', reason: '担当が変わるため' },
  ...{ askedBy: '園田', askedAt: '20261101090000000', dueAt: null, state: 'waiting' },
  ...{ to: '', appraisalIds: ['TS-1', 'TS-2'], decidedBy: '', decidedAt: null, note: '' },
  facts: [
    { label: '役割', before: '経理', after: '運営' },
    { label: '端末', before: '2台', after: '2台' },
  ],
  askedVia: { device: 'Mac・Safari', from: '203.0.0.0/16' },
  decidedVia: { device: 'Windows・Edge', from: '198.51.0.0/16' },
  ...{ mayDecide: true, whyNot: '', mayWithdraw: false },
} as unknown as Approval;
const line = { label: '海の会', detail: '', before: 'なし', after: '1,000円', marks: [], to: '' };
const digest = 'a'.repeat(64);
const details = (done: Done, changes: object = {}, more: object = {}) => (
  <ApprovalDetails
    shown={{
      ...{ approval: { ...approval, ...changes } as Approval, digest },
      ...{ lines: [], lineCount: 0, markedCount: 0, ...more },
    }}
    from={0}
    onFrom={vi.fn()}
    onReload={() => done()}
    onChanged={() => done()}
  />
);
const decide = 'POST /api/office/approvals/a1/decide';
const note = (page: ReturnType<typeof open>) => page.type('メモ', '本人に確かめた');

describeSending({
  approving: {
    part: details,
    fill: note,
    press: '承認して反映する',
    sends: { to: decide, body: { digest, outcome: 'approve', note: '本人に確かめた' } },
    answer: { state: 'done' },
    toast: '承認して反映しました。',
    field: 'note',
  },
  declining: {
    part: details,
    fill: note,
    press: '見送る',
    sends: { to: decide, body: { digest, outcome: 'decline', note: '本人に確かめた' } },
    answer: { state: 'declined' },
    toast: '見送りました。',
  },
  'taking a request back': {
    part: (done) => details(done, { mayDecide: false, mayWithdraw: true }),
    press: '依頼を取り下げる',
    sends: { to: 'POST /api/office/approvals/a1/withdraw' },
    toast: '依頼を取り下げました。',
  },
});

test('each requested change is under its own label, before and after in their own columns', () => {
  const page = open(details(vi.fn()));
  expect(page.facts).toEqual({
    ...{ 内容: '役割の変更', 対象: '林', お申し込み: 'TS-1 TS-2', 理由: '担当が変わるため' },
    ...{ 依頼した人: '園田2026/11/01 09:00', 反映の予定: 'もう1人が承認したとき' },
  });
  expect(page.rows).toEqual([
    ['項目', 'これまで', 'これから'],
    ['項目 役割', 'これまで 経理', 'これから 運営'],
    ['項目 端末', 'これまで 2台', 'これから 2台'],
    ['項目', '依頼した人', 'あなた'],
    ['項目 端末', '依頼した人 Mac・Safari', 'あなた Windows・Edge'],
    ['項目 接続元', '依頼した人 203.0.0.0/16', 'あなた 198.51.0.0/16'],
  ]);
  expect(page.text).not.toContain('同じです');
});

test('a decision from the requester’s device or network shows a warning', () => {
  const page = open(details(vi.fn(), { decidedVia: approval.askedVia }));
  expect(page.text).toContain('端末と接続元が同じです');
  expect(page.text).toContain('依頼した人に直接お確かめください。');
});

test('a decided request says who decided, and offers no action', () => {
  const decided = {
    ...{ state: 'done', decidedBy: '森', decidedAt: '20261102100000000', note: '確認済み' },
    ...{ mayDecide: false },
  };
  const page = open(details(vi.fn(), decided));
  expect(page.facts.結果).toMatch(/森 ?2026\/11\/02 10:00/);
  expect(page.facts.メモ).toBe('確認済み');
  expect(page.facts.反映の予定).toBeUndefined();
  expect(page.buttons).toEqual([]);
});

test('without a second person a request waits for its hour, and nobody decides on their own request', () => {
  const page = open(
    details(vi.fn(), {
      dueAt: '20261103120000000',
      mayDecide: false,
      whyNot: 'ほかの方が判断します。',
    }),
  );
  expect(page.facts.反映の予定).toContain('2026/11/03 12:00に自動で');
  expect(page.text).toContain('ほかの方が判断します。');
  // A request shows no origins to a person who cannot decide on it.
  expect(page.text).not.toContain('Windows・Edge');
});

test('each effect is listed with its marks and its link, and the number of unusual ones', () => {
  const marks = ['初めてのお支払い先です'];
  const lines = [
    { ...line, marks, to: 'associates/umi' },
    { ...line, label: '山の会' },
  ];
  const page = open(details(vi.fn(), {}, { lines, lineCount: 2, markedCount: 1 }));
  expect(page.text).toContain('全部で2件です。うち1件は');
  expect(page.rows).toContainEqual([
    '海の会初めてのお支払い先です',
    'これまで なし',
    'これから 1,000円',
  ]);
});
