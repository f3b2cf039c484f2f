import { expect, test, vi } from 'vitest';
import type { AdminMail, AdminMailDetail } from '#people/mail/admin-mail.ts';
import { apiServer } from '#test/stand-ins/page/api-server.ts';
import { open } from '#test/stand-ins/page/open.tsx';
import { type Done, describeSending } from '#test/stand-ins/page/sending.ts';
import { ResendForm } from './mail-details.tsx';
import { RetryButton } from './retry-button.tsx';

const mail = {
  ...{ id: 'm1', version: 3, to: 'hana@example.jp', isForOthers: true, subject: '受付のお知らせ' },
  record: { kind: 'application', version: 8 },
} as unknown as AdminMailDetail;
const to = 'POST /api/office/mails/m1/resend';
const form = (done: Done, changes: object = {}) => (
  <ResendForm
    mail={{ ...mail, ...changes } as AdminMailDetail}
    onSent={() => done('sent')}
    onStale={() => done('stale')}
  />
);
const stale = { done: 1, toast: 'ほかの方が先に送り直したか、記録が変わりました。' };
const correct = '申し込みのメールアドレスも直す';
const record = `お${correct}（ご本人の申し出による）`;

describeSending({
  'a mail to the same address': {
    part: form,
    fill: (page) => page.press('宛先を確かめてもう一度送る'),
    press: '同じ宛先にもう一度送る',
    sends: { to, body: { to: 'hana@example.jp', recordVersion: null }, ifMatch: '"3"' },
    done: ['sent'],
    toast: 'もう一度送ります。',
    field: 'to',
    onConflict: stale,
  },
  'a mail to another address alone': {
    part: form,
    async fill(page) {
      await page.press('宛先を確かめてもう一度送る');
      await page.type('送り先', 'hanako@example.jp');
    },
    press: 'このアドレスに送る',
    sends: { to, body: { to: 'hanako@example.jp', recordVersion: null }, ifMatch: '"3"' },
    done: ['sent'],
    toast: 'もう一度送ります。',
    onConflict: stale,
  },
  'a mail to another address, which is corrected in its record': {
    part: form,
    async fill(page) {
      await page.press('宛先を確かめてもう一度送る');
      await page.type('送り先', 'hanako@example.jp');
      await page.tick(record);
    },
    press: 'このアドレスに送る',
    sends: { to, body: { to: 'hanako@example.jp', recordVersion: 8 }, ifMatch: '"3"' },
    done: ['sent'],
    toast: 'もう一度送ります。',
    onConflict: stale,
  },
  'a mail that was given up': {
    part: (done) => <RetryButton mail={mail as unknown as AdminMail} onRetried={() => done()} />,
    press: '「受付のお知らせ」を送り直す',
    sends: { to: 'POST /api/office/mails/m1/retry' },
    toast: '送り直します。',
  },
});

test('resending to the same address does not correct the record', async () => {
  const server = apiServer();
  const page = open(form(vi.fn()));
  await page.press('宛先を確かめてもう一度送る');
  await page.type('送り先', 'hanako@example.jp');
  await page.tick(record);
  await page.type('送り先', ' HANA@example.jp');
  expect(page.text).not.toContain(correct);
  await page.press('同じ宛先にもう一度送る');
  expect(server.sent[0]?.body).toMatchObject({ recordVersion: null });
});

test('a mail without a record corrects none', async () => {
  apiServer();
  const page = open(form(vi.fn(), { record: null }));
  await page.press('宛先を確かめてもう一度送る');
  await page.type('送り先', 'hanako@example.jp');
  expect(page.text).not.toContain(correct);
});

test('a mail about a sign-in goes to its own address alone', async () => {
  apiServer();
  const page = open(form(vi.fn(), { isForOthers: false }));
  await page.press('もう一度送る');
  expect(page.text).toContain('hana@example.jp にだけ送れます。');
  expect(page.all('input')).toEqual([]);
});
