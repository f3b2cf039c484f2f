import { expect, test, vi } from 'vitest';
import { AskDialog, DecisionDialog } from '#people/accounts/admin/second-factor-resets-page.tsx';
import { PasswordForm } from '#people/accounts/sign-in/password-page.tsx';
import { apiServer } from '#test/stand-ins/page/api-server.ts';
import { open } from '#test/stand-ins/page/open.tsx';
import { type Done, describeSending } from '#test/stand-ins/page/sending.ts';
import type { Account } from './account.ts';
import { EmailForm } from './email-page.tsx';
import { EraseForm } from './erase-page.tsx';
import type { OwnAccount } from './own-account.ts';

const noop = () => undefined;
const account = { email: 'hana@example.jp' } as Account;
const ownAccount = (changes: object = {}) =>
  ({
    ...{ account, etag: '"3"', change: noop, refresh: async () => undefined },
    methods: { hasPassword: true, hasTwoFactor: false, services: [], isProven: false },
    ...changes,
  }) as unknown as OwnAccount;
const password = 'tasuki-no-wa-2026';
const erase = '消去した内容は元に戻せないことを確認しました';
const reset = { id: 'r1', personName: '林', email: 'rin@example.jp' } as never;
const decision = (kind: 'approve' | 'decline', done: Done) => (
  <DecisionDialog decision={{ kind, reset }} onClose={noop} onDecided={() => done()} />
);

describeSending({
  'another e-mail': {
    part: (done) => <EmailForm own={ownAccount()} onDone={() => done()} />,
    async fill(page) {
      await page.type('新しいメールアドレス', 'hanako@example.jp');
      await page.type('いまのパスワード', password);
    },
    press: '確認のメールを送る',
    pressed: '送っています',
    sends: {
      to: 'POST /api/auth/change-email',
      body: { email: 'hana@example.jp', newEmail: 'hanako@example.jp', password },
    },
    field: 'newEmail',
    onConflict: { asks: ['GET /api/users/account'] },
  },
  'asking that second factors be taken away': {
    part: (done) => <AskDialog isOpen onClose={noop} onAsked={() => done()} />,
    async fill(page) {
      await page.type('対象の方のメールアドレス', 'rin@example.jp');
      await page.type('理由', '電話で本人と確かめた');
    },
    press: '依頼する',
    sends: {
      to: 'POST /api/office/second-factor-resets',
      body: { email: 'rin@example.jp', reason: '電話で本人と確かめた' },
    },
    toast: '解除を依頼しました。ほかの運営者の承認をお待ちください。',
    field: 'email',
  },
  'taking second factors away': {
    part: (done) => decision('approve', done),
    press: '承認して解除する',
    sends: { to: 'POST /api/office/second-factor-resets/approve', body: { id: 'r1' } },
    toast: '2段階認証を解除しました。',
  },
  'leaving second factors as they are': {
    part: (done) => decision('decline', done),
    press: '取り下げる',
    sends: { to: 'POST /api/office/second-factor-resets/decline', body: { id: 'r1' } },
    toast: '依頼を取り下げました。',
  },
});

test('closing an account requires its password and the confirmation, and leads to the goodbye page', async () => {
  const server = apiServer();
  const page = open(<EraseForm own={ownAccount()} />, { path: '/mypage/account/erase' });
  await page.type('いまのパスワード', password);
  await page.press('退会する');
  expect(server.sent).toEqual([]);
  await page.tick(erase);
  await page.press('退会する');
  expect(server.sent).toEqual([{ to: 'POST /api/users/erase', body: { password } }]);
  expect(page.isBusy('手続きをしています')).toBe(true);
  await server.answer();
  expect(page.at).toBe('/goodbye');
  expect(page.router.state.location.state).toEqual({ erasedUid: '0' });
  expect(page.isBusy('手続きをしています')).toBe(true);
});

test('an account that could not be closed stays, and says why', async () => {
  const server = apiServer();
  const page = open(<EraseForm own={ownAccount()} />, { path: '/mypage/account/erase' });
  await page.type('いまのパスワード', password);
  await page.tick(erase);
  await page.press('退会する');
  await server.refuse('Conflict', '進行中の寄付があります。');
  expect(page.text).toContain('進行中の寄付があります。');
  expect(page.at).toBe('/mypage/account/erase');
  expect(page.isBusy('退会する')).toBe(false);
});

test('the old and the new password are sent in their own fields, and then cleared', async () => {
  const server = apiServer();
  const onDone = vi.fn();
  const page = open(<PasswordForm own={ownAccount()} onDone={onDone} />);
  await page.type('いまのパスワード', 'furui-no-wa-2025');
  await page.type('新しいパスワード', password);
  await page.press('パスワードを変更する');
  expect(server.sent).toEqual([
    {
      to: 'POST /api/auth/change-password',
      body: { currentPassword: 'furui-no-wa-2025', newPassword: password },
    },
  ]);
  await server.refuse('ValidationError', 'パスワードが違います。', {
    errors: [{ path: 'currentPassword', message: 'パスワードが違います。' }],
  });
  expect(page.text).toContain('パスワードが違います。');
  expect(onDone).not.toHaveBeenCalled();
});

test('after a concurrent change of the e-mail both are shown; the own change needs no choice', async () => {
  const server = apiServer();
  const onDone = vi.fn();
  const page = open(<EmailForm own={ownAccount()} onDone={onDone} />);
  await page.type('新しいメールアドレス', 'hanako@example.jp');
  await page.type('いまのパスワード', password);
  await page.press('確認のメールを送る');
  await server.refuse('Conflict', '先に変更されています');
  await server.answer({ ...account, email: 'andere@example.jp' }, { headers: { etag: '"4"' } });
  const values = page.all('dl').map((list) => list.textContent);
  expect(values.slice(0, 2)).toEqual([
    'メールアドレスhanako@example.jp',
    'メールアドレスandere@example.jp',
  ]);
  await page.press('入力した内容で上書きする');
  expect(server.sent.at(-1)?.body).toMatchObject({ email: 'andere@example.jp' });
  await server.refuse('Conflict', '先に変更されています');
  await server.answer({ ...account, email: 'hanako@example.jp' });
  expect(onDone).toHaveBeenCalledOnce();
});
