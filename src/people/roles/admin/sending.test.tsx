import { expect, test, vi } from 'vitest';
import type { AdminPerson } from '#people/roles/admin-person.ts';
import { open } from '#test/stand-ins/page/open.tsx';
import { type Done, describeSending } from '#test/stand-ins/page/sending.ts';
import { PersonDetails } from './person-details.tsx';

const person = {
  ...{ uid: 'rin', name: '林', email: 'rin@example.jp', role: 'accountant' },
  ...{ hasSecondFactor: true, lastSignInAt: '20261101090500000', sessionCount: 2 },
  ...{ isSelf: false, isChanging: false },
} as AdminPerson;
const details = (done: Done, changes: Partial<AdminPerson> = {}) => (
  <PersonDetails person={{ ...person, ...changes }} mayChange onChanged={() => done()} />
);
const asked = { dueAt: null };

describeSending({
  'another role': {
    part: details,
    async fill(page) {
      await page.press('役割を変える');
      expect(page.all('input').map((input) => input.getAttribute('value'))).not.toContain(
        'accountant',
      );
      await page.choose('倉庫');
      await page.type('理由', '担当が変わるため');
    },
    press: '役割の変更を依頼する',
    sends: {
      to: 'POST /api/office/people/rin/role',
      body: { from: 'accountant', to: 'warehouse', reason: '担当が変わるため' },
    },
    answer: asked,
    toast: '依頼しました。もう1人の承認のあとに反映します。',
    field: 'reason',
  },
  'somebody who no longer runs the service': {
    part: details,
    async fill(page) {
      await page.press('運営から外す');
      expect(page.text).toContain('林さんを運営から外します。');
      await page.type('理由', '退職のため');
    },
    press: '運営から外す依頼をする',
    sends: {
      to: 'POST /api/office/people/rin/remove',
      body: { from: 'accountant', reason: '退職のため' },
    },
    answer: asked,
    toast: '依頼しました。もう1人の承認のあとに反映します。',
    field: 'reason',
  },
  'ending all sessions of somebody': {
    part: details,
    press: 'すべての端末をログアウト',
    sends: { to: 'POST /api/office/people/rin/end-sessions' },
    toast: 'すべての端末をログアウトしました。',
  },
});

test('each fact of a person stands beside its own label', () => {
  expect(open(details(vi.fn())).facts).toEqual({
    ...{ お名前: '林', メールアドレス: 'rin@example.jp', 役割: '経理', '2段階認証': '設定済み' },
    ...{ 最後のログイン: '2026/11/01 09:05', ログイン中の端末: '2台' },
  });
  const other = { hasSecondFactor: false, lastSignInAt: null, sessionCount: 0 };
  expect(open(details(vi.fn(), other)).facts).toMatchObject({
    ...{ '2段階認証': '未設定', 最後のログイン: 'まだありません', ログイン中の端末: '0台' },
  });
});

test.each([
  ['another person', {}, ['すべての端末をログアウト', '運営から外す', '役割を変える']],
  ['somebody who is signed in nowhere', { sessionCount: 0 }, ['運営から外す', '役割を変える']],
  ['somebody whose role is about to change', { isChanging: true }, ['すべての端末をログアウト']],
  ['oneself', { isSelf: true }, []],
])('what an owner can do about %s', (_, changes, buttons) => {
  expect(open(details(vi.fn(), changes)).buttons).toEqual(buttons);
});

test('others than owners only read, and a cancelled form leads back', async () => {
  const reader = <PersonDetails person={person} mayChange={false} onChanged={vi.fn()} />;
  expect(open(reader).buttons).toEqual([]);
  const page = open(details(vi.fn()));
  await page.press('役割を変える');
  await page.press('やめる');
  expect(page.has('役割を変える')).toBe(true);
});
