import { expect, test, vi } from 'vitest';
import type { VersionedPledge } from '#giving/pledges/own-pledge.ts';
import { RemovePledge } from '#giving/pledges/own-pledge-page.tsx';
import { ReportDialog } from '#giving/pledges/report-dialog.tsx';
import { VerifyForm } from '#giving/receipts/verify-form.tsx';
import { clearMessage } from '#kit/ui/message.ts';
import { toTimestamp } from '#kit/values/timestamp.ts';
import { PledgeReplyForm } from '#organisations/room/replies-page.tsx';
import { WithdrawButton } from '#organisations/room/withdraw-button.tsx';
import { apiServer } from '#test/stand-ins/page/api-server.ts';
import { open } from '#test/stand-ins/page/open.tsx';
import { describeSending } from '#test/stand-ins/page/sending.ts';
import { TakeBackPickup } from '#warehouse/tracking/admin/pickups-page.tsx';
import { BoxSteps } from '#warehouse/tracking/admin/tracking-page.tsx';
import type { AdminPickup, OutBox } from '#warehouse/tracking/out-box.ts';
import { WithholdForm } from './pledge-reports-page.tsx';

const noop = () => undefined;
const pledge = { pledge: { id: 'p1', state: 'published' }, etag: '"4"' } as VersionedPledge;
const replyApi = '/api/staff/associates/umi/pledges/p1/reply';
const verified = {
  ...{
    verdict: 'known',
    state: 'valid',
    number: '2026-000123',
    kind: 'donation',
    associateName: '海の会',
  },
  ...{ year: 2026, amountYen: 12_000, issuedAt: '20260501090000000', replaces: ['2025-000009'] },
  ...{ endedAt: '', endReason: '', replacedBy: '' },
};
const pickup = (minutes: number) =>
  ({
    ...{ appraisalId: 'TS-1', version: 3 },
    takeBackUntil: toTimestamp(new Date(Date.now() + minutes * 60_000)),
  }) as AdminPickup;

describeSending({
  'a pledge that is deleted': {
    part: (done) => <RemovePledge pledge={pledge} onDone={() => done()} />,
    fill: (page) => page.press('この#mypledgeを削除する'),
    press: '削除する',
    sends: { to: 'POST /api/my-pledges/p1/remove', ifMatch: '"4"' },
  },
  'a pledge that is reported': {
    part: (done) => <ReportDialog pledgeId="p1" isOpen onClose={() => done()} />,
    fill: (page) => page.type('どこに問題がありますか', '電話番号が写っている'),
    press: '知らせる',
    sends: { to: 'POST /api/my-pledges/p1/report', body: { reason: '電話番号が写っている' } },
    toast: 'お知らせを受け付けました。ありがとうございます。',
    field: 'reason',
  },
  'a pledge that is withheld': {
    part: (done) => <WithholdForm pledgeId="p1" onCancel={noop} onWithheld={() => done()} />,
    fill: (page) => page.type('公開を止める理由', '電話番号が写っています。'),
    press: '公開を止める',
    pressed: '止めています',
    sends: {
      to: 'POST /api/office/pledges/p1/withhold',
      body: { reason: '電話番号が写っています。' },
    },
    toast: '公開を止めました。書いた方にメールでお知らせします。',
    field: 'reason',
  },
  'a first reply to a pledge': {
    part: (done) => <PledgeReplyForm path={replyApi} reply="" mayChange onChanged={() => done()} />,
    async fill(page) {
      await page.press('お返事を書く');
      await page.type('お返事', 'ありがとうございます。');
    },
    press: 'お返事を公開する',
    sends: { to: `POST ${replyApi}`, body: { reply: 'ありがとうございます。', known: '' } },
    answer: { reply: 'ありがとうございます。' },
    toast: 'お返事を公開しました。',
    shows: 'ありがとうございます。',
    field: 'reply',
  },
  'a reply that is changed names what was shown': {
    part: (done) => (
      <PledgeReplyForm path={replyApi} reply="前の" mayChange onChanged={() => done()} />
    ),
    async fill(page) {
      await page.press('お返事を直す');
      await page.type('お返事', 'あとの');
    },
    press: 'お返事を公開する',
    sends: { to: `POST ${replyApi}`, body: { reply: 'あとの', known: '前の' } },
    answer: { reply: 'あとの' },
    toast: 'お返事を公開しました。',
    shows: 'あとの',
  },
  'a reply that is taken back': {
    part: (done) => (
      <PledgeReplyForm path={replyApi} reply="前の" mayChange onChanged={() => done()} />
    ),
    press: 'お返事を取り下げる',
    sends: { to: `POST ${replyApi}`, body: { reply: '', known: '前の' } },
    answer: { reply: '' },
    toast: 'お返事を取り下げました。',
    shows: 'お返事を書く',
  },
  'what an organisation takes back': {
    part: (done) => (
      <WithdrawButton
        {...{ path: '/api/staff/x', title: '夏の活動', explanation: 'ページから消えます。' }}
        onWithdrawn={() => done()}
      />
    ),
    async fill(page) {
      await page.press('取り下げる');
      await page.type('取り下げる理由', '日付のまちがい');
    },
    press: '取り下げる',
    sends: { to: 'POST /api/staff/x', body: { reason: '日付のまちがい' } },
    toast: '取り下げました。',
    field: 'reason',
  },
  'a paper that is verified': {
    part: () => <VerifyForm />,
    async fill(page) {
      await page.type('証明書番号', '2026-000123');
      await page.type('確認コード', 'ABCD-EFGH-JKMN');
    },
    press: '証明書を確かめる',
    pressed: '確かめています',
    sends: {
      to: 'POST /api/receipts/verify',
      body: { number: '2026-000123', code: 'ABCD-EFGH-JKMN' },
    },
    answer: verified,
    isSilent: true,
    shows: 'この証明書は有効です',
    field: 'number',
  },
  'a pick-up that is taken back': {
    part: (done) => <TakeBackPickup pickup={pickup(5)} onDone={() => done()} />,
    async fill(page) {
      await page.press('TS-1の集荷の手配を取り消す');
      await page.type('理由', '日にちの変更');
    },
    press: '手配を取り消す',
    sends: {
      to: 'POST /api/office/tracking/pickups/TS-1/take-back',
      body: { version: 3, reason: '日にちの変更' },
    },
    toast: 'TS-1の集荷を、手配の前に戻しました。',
    field: 'reason',
  },
});

test('each fact of the receipt is shown at its own label', async () => {
  const server = apiServer();
  const page = open(<VerifyForm />);
  await page.type('証明書番号', '2026-000123');
  await page.type('確認コード', 'ABCDEFGHJKMN');
  await page.press('証明書を確かめる');
  await server.answer(verified);
  expect(page.facts).toEqual({
    ...{ 証明書番号: '2026-000123', 発行した団体: '海の会', 種類: '一回の寄付の証明書' },
    ...{ 寄付額: '12,000円', 発行日: '2026/05/01', 前の証明書: '番号 2025-000009' },
  });
});

test('the printed link fills in number and code, and leaves the address', async () => {
  const page = open(<VerifyForm />, {
    path: '/receipts/verify#number=2026-000123&code=abcdefghjkmn',
  });
  await page.do(noop);
  expect(page.valueOf('証明書番号')).toBe('2026-000123');
  expect(page.valueOf('確認コード')).toBe('ABCD-EFGH-JKMN');
  expect(page.at).toBe('/receipts/verify');
});

test('without permission a reply is read-only', () => {
  const page = open(
    <PledgeReplyForm path={replyApi} reply="前の" mayChange={false} onChanged={noop} />,
  );
  expect(page.text).toContain('前の');
  expect(page.buttons).toEqual([]);
});

test('a box moves to the chosen state, in the version that was shown, and a toast confirms it', async () => {
  const server = apiServer();
  const onMoved = vi.fn();
  const box = { appraisalId: 'TS-1', number: 2, kitState: 'sent', version: 3 } as OutBox;
  const page = open(<BoxSteps box={box} onMoved={onMoved} />);
  expect(page.buttons).toHaveLength(5);
  await page.press(page.buttons[1] ?? '');
  const path = 'POST /api/office/tracking/boxes/TS-1/2';
  expect(server.sent).toEqual([{ to: path, body: { to: 'returned', version: 3 } }]);
  expect(page.isDisabled(page.buttons[0] ?? '')).toBe(true);
  await server.answer({ ...box, kitState: 'returned' });
  expect(page.toast).toMatch(/^TS-1の2箱めを「.*」にしました。$/);
  expect(onMoved).toHaveBeenCalledOnce();

  await page.press(page.buttons[0] ?? '');
  expect(server.sent.at(-1)?.body).toEqual({ to: 'delivered', version: 3 });
  await server.refuse('Conflict', '先に変わりました。');
  expect(page.message).toBe('変更できませんでした 先に変わりました。');
  expect(onMoved).toHaveBeenCalledOnce();
  await page.do(clearMessage);
  expect(onMoved).toHaveBeenCalledTimes(2);
});

test('after ten minutes a pick-up asks for a reason', async () => {
  for (const [minutes, isOptional] of [
    [5, true],
    [-1, false],
  ] as const) {
    const page = open(<TakeBackPickup pickup={pickup(minutes)} onDone={noop} />);
    await page.press('TS-1の集荷の手配を取り消す');
    expect(page.text.includes('任意')).toBe(isOptional);
  }
});
