import { expect, test, vi } from 'vitest';
import { makeAppraisalId } from '#giving/applications/appraisal-number.ts';
import { keepCurrentAppraisal } from '#people/session/current-appraisal.ts';
import { currentSession } from '#people/session/session.ts';
import { apiServer } from '#test/stand-ins/page/api-server.ts';
import { open } from '#test/stand-ins/page/open.tsx';
import { signOutHere } from '#test/stand-ins/page/person.ts';
import { quiet } from '#test/stand-ins/page/quiet.ts';
import { describeSending } from '#test/stand-ins/page/sending.ts';
import { JoinForm, JoinFromApplicationForm } from './join-panel.tsx';
import { LoginForm } from './login-panel.tsx';
import { NewPasswordForm, ResetRequestForm } from './reset-panel.tsx';

const password = 'tasuki-no-wa-2026';
const signedIn = { user: null, twoFactor: true, methods: ['totp'] };

describeSending({
  'signing in': {
    part: (done) => <LoginForm isReady onSecondStep={(methods) => done(methods)} />,
    async fill(page) {
      await page.type('メールアドレス', 'hana@example.jp');
      await page.type('パスワード', password);
      await page.tick('このブラウザーでログインしたままにする');
    },
    press: 'ログインする',
    pressed: '確認しています',
    sends: {
      to: 'POST /api/auth/sign-in/email',
      body: { email: 'hana@example.jp', password, rememberMe: false },
    },
    answer: signedIn,
    done: [['totp']],
    field: 'email',
  },
  'asking for a new password': {
    part: () => <ResetRequestForm />,
    fill: (page) => page.type('メールアドレス', 'hana@example.jp'),
    press: '再設定のメールを送る',
    pressed: '送信しています',
    sends: { to: 'POST /api/auth/request-password-reset', body: { email: 'hana@example.jp' } },
    isSilent: true,
    shows: 'メールをお送りしました',
    field: 'email',
  },
  'setting a new password': {
    part: (done) => <NewPasswordForm token="secret" onDone={() => done()} />,
    fill: (page) => page.type('新しいパスワード', password),
    press: 'パスワードを再設定する',
    pressed: '送信しています',
    sends: {
      to: 'POST /api/auth/reset-password',
      body: { token: 'secret', newPassword: password },
    },
    field: 'newPassword',
  },
});

test('a person who needs no second step is not asked for one', async () => {
  const server = apiServer();
  const onSecondStep = vi.fn();
  const page = open(<LoginForm isReady onSecondStep={onSecondStep} />);
  expect(page.isTicked('このブラウザーでログインしたままにする')).toBe(true);
  await page.type('メールアドレス', 'hana@example.jp');
  await page.type('パスワード', password);
  await page.press('ログインする');
  const token = `x.${btoa('{"iat":0,"exp":3600,"sub":"hana"}')}.test`;
  server.know('GET /api/auth/token', { token });
  // The code for signed-in people is a separate file.
  await import('#people/session/person.ts');
  await server.answer({ ...signedIn, twoFactor: false });
  await quiet();
  expect(page.isBusy('ログインする')).toBe(false);
  expect(currentSession().uid).toBe('hana');
  expect(onSecondStep).not.toHaveBeenCalled();
  await signOutHere();
});

const signUp = 'POST /api/auth/sign-up/email';
async function consent(page: ReturnType<typeof open>) {
  await page.type('メールアドレス', 'hana@example.jp');
  await page.type('パスワード', password);
  await page.tick('利用規約に同意します');
}

test('a registration requires the consent', async () => {
  const server = apiServer();
  const page = open(<JoinForm />);
  await page.type('姓', '髙橋');
  await page.type('名', '花子');
  await consent(page);
  await page.tick('利用規約に同意します');
  await page.press('登録する');
  expect(server.sent).toEqual([]);
  expect(page.text).toContain('利用規約をお読みのうえ、同意してください。');
});

test('a registration creates the sign-up, then the user record', async () => {
  const server = apiServer();
  const page = open(<JoinForm />);
  await page.type('姓', '髙橋');
  await page.type('名', '花子');
  await consent(page);
  await page.press('登録する');
  expect(server.sent).toEqual([
    { to: signUp, body: { email: 'hana@example.jp', password, name: '髙橋 花子' } },
  ]);
  expect(page.isBusy('登録しています')).toBe(true);
  server.know('GET /api/auth/token', new Error('later'));
  await server.answer(signedIn);
  await signOutHere();
});

test('a registration from an application brings its number and proof along', async () => {
  const server = apiServer();
  const claim = {
    appraisalId: makeAppraisalId(new Uint8Array([1, 2, 3, 4, 5, 6, 7])),
    ...{ claimToken: 'proof', email: 'hanako@example.jp' },
  };
  const page = open(<JoinFromApplicationForm appraisal={claim} />);
  keepCurrentAppraisal(claim);
  expect(page.valueOf('メールアドレス')).toBe('hanako@example.jp');
  expect(page.facts.申込番号).toContain(claim.appraisalId);
  await consent(page);
  await page.press('登録する');
  expect(server.sent).toEqual([{ to: signUp, body: { email: 'hana@example.jp', password } }]);
  server.know('GET /api/auth/token', { token: `x.${btoa('{"iat":0,"exp":3600,"sub":"a"}')}.test` });
  await server.answer(signedIn);
  expect(server.sent.at(-1)).toEqual({
    to: 'POST /api/users/createByAppraisalId',
    body: { appraisalId: claim.appraisalId, claimToken: 'proof' },
    key: 'key 1',
  });
  await server.refuse('Gone', 'この申し込みは、もう登録されています。');
  // A sign-up without a record is rolled back, so that it can be retried.
  expect(server.waiting).toEqual(['POST /api/auth/delete-user']);
  await server.answer();
  expect(page.text).toContain('この申し込みは、もう登録されています。');
  await signOutHere();
});
