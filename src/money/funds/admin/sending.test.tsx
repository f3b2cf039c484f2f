import { expect, test, vi } from 'vitest';
import type { Role } from '#kit/permissions/roles.ts';
import type { Fund, Payout } from '#money/funds/fund.ts';
import { apiServer } from '#test/stand-ins/page/api-server.ts';
import { open, openTab } from '#test/stand-ins/page/open.tsx';
import { signIn } from '#test/stand-ins/page/person.ts';
import { describeSending } from '#test/stand-ins/page/sending.ts';
import { FundTermsPanel } from './funds-page.tsx';
import { WithdrawButton } from './payout-columns.tsx';
import { PayoutForm } from './payout-form.tsx';

const payout = {
  ...{ id: 'p1', version: 4, associateName: '海の会', amountYen: 12_000 },
} as unknown as Payout;
const fund = {
  socialChallengeId: 'c1',
  fundName: '海の基金',
  balanceYen: 50_000,
} as unknown as Fund;
const reason = '浜辺を掃除する道具のために、海の会へお支払いします。冬の間に使います。';

describeSending({
  'taking a pay-out back': {
    part: (done) => <WithdrawButton payout={payout} onDone={() => done()} />,
    async fill(page) {
      await page.press('取り消す');
      await page.type('取り消しの理由', '金額のまちがい');
    },
    press: '支払いを取り消す',
    sends: {
      to: 'POST /api/office/fund-payouts/p1/withdraw',
      body: { reason: '金額のまちがい', version: 4 },
    },
    toast: '支払いを取り消しました。基金の残高に戻っています。',
    field: 'reason',
  },
});

const found = {
  'GET /api/office/funds/c1/candidates': {
    items: [
      { id: 'umi', name: '海の会', address: '東京都', hasAccount: true },
      { id: 'yama', name: '山の会', address: '長野県', hasAccount: false },
    ],
  },
};

/** A pay-out form at its confirmation. */
async function deciding() {
  const tab = openTab();
  const server = apiServer(found);
  const onChanged = vi.fn();
  const page = open(<PayoutForm fund={fund} onChanged={onChanged} />, {}, tab);
  await page.until('海の会');
  await page.choose('海の会');
  await page.type('金額（円）', '１２，０００');
  await page.type('理由', reason);
  await page.press('内容を確かめる');
  return { server, page, onChanged };
}

test('a pay-out is confirmed with each fact under its label before it is sent', async () => {
  const { server, page } = await deciding();
  expect(server.sent).toEqual([]);
  expect(page.facts).toEqual({
    基金: '海の基金',
    団体: '海の会',
    金額: '12,000円',
    決めたあとの残高: '38,000円',
    理由: reason,
  });
  expect(page.text).toContain('残高：50,000円 → 38,000円');
});

test('a pay-out is sent once, with the shown balance and one idempotency key', async () => {
  const { server, page, onChanged } = await deciding();
  await page.press('支払いを依頼する');
  await page.press('支払いを依頼する');
  expect(server.sent).toEqual([
    {
      to: 'POST /api/office/funds/c1/payouts',
      body: { associateId: 'umi', amountYen: 12_000, reason, balanceSeenYen: 50_000 },
      key: 'key 1',
    },
  ]);
  await server.answer({ id: 'a1', dueAt: null });
  expect(page.toast).toBe('海の会への支払いを依頼しました。もう1人の承認で決まります。');
  expect(onChanged).toHaveBeenCalledOnce();
  expect(page.valueOf('理由')).toBe('');
});

test('a refused pay-out shows the reason with current figures, and keeps the input', async () => {
  const { server, page, onChanged } = await deciding();
  await page.press('支払いを依頼する');
  await server.refuse('Conflict', '残高が変わりました。');
  expect(page.text).toContain('残高が変わりました。');
  expect(onChanged).toHaveBeenCalledOnce();
  expect(page.valueOf('理由')).toBe(reason);
  expect(page.toast).toBe('');
});

test('an amount above the balance is reported at once, and an empty fund allows no pay-out', async () => {
  const { page } = await deciding();
  await page.type('金額（円）', '50001');
  expect(page.text).toContain('残高を超えています');
  await page.type('金額（円）', '50000');
  expect(page.text).not.toContain('残高を超えています');
  const empty = open(<PayoutForm fund={{ ...fund, balanceYen: 0 }} onChanged={vi.fn()} />);
  expect(empty.text).toContain('残高がないため、いまは支払いを依頼できません。');
  expect(empty.has('内容を確かめる')).toBe(false);
});

test('an organisation without an account says so where it is chosen', async () => {
  const { page } = await deciding();
  expect(page.text).toContain('山の会振込先の口座がまだ登録されていません');
  expect(page.text).toContain('海の会東京都');
});

const terms = {
  ...{ feeBasisPoints: 1_525, handlingYen: 1_100 },
  recorded: [
    {
      ...{ id: 't2', startsOn: '2026-04-01', feeBasisPoints: 1_525, handlingYen: 1_100 },
      ...{ reason: '送料の値上げ', createdBy: '園田', createdAt: '20260301090000000' },
    },
    {
      ...{ id: 't1', startsOn: '2025-04-01', feeBasisPoints: 1_000, handlingYen: 900 },
      ...{ reason: 'はじめの決まり', createdBy: '林', createdAt: '20250301090000000' },
    },
  ],
};
const termsApi = '/api/office/fund-terms';

/** Opens the form for new terms as a payer. */
async function recording(role: Role = 'operator') {
  const tab = openTab();
  const server = apiServer();
  await signIn(server, { role });
  const page = open(<FundTermsPanel />, {}, tab);
  await server.answer(terms);
  return { server, page };
}

test('what holds today and what was recorded stand each with its own figures, newest first', async () => {
  const { page } = await recording();
  expect(page.text).toContain('今日の決まり：手数料15.25％・送料と作業費は1箱1,100円');
  const [newest, oldest] = page.all('li').map((item) => item.textContent);
  expect(newest).toMatch(/手数料15.25％・送料と作業費は1箱1,100円送料の値上げ.*園田/);
  expect(oldest).toMatch(/手数料10％・送料と作業費は1箱900円はじめの決まり.*林/);
});

test('new terms are recorded after the newest that was shown, and shown then', async () => {
  const { server, page } = await recording();
  await page.press('新しい決まりを記録する');
  await page.type('始まる日', '2099-04-01');
  await page.type('手数料（％）', '12.5');
  await page.type('1箱の送料・作業費（円）', '1200');
  await page.type('理由', '送料の値下げ');
  await page.press('記録する');
  expect(server.sent.at(-1)).toEqual({
    to: `POST ${termsApi}`,
    body: {
      ...{ startsOn: '2099-04-01', feePercent: '12.5', handlingYen: 1_200 },
      ...{ reason: '送料の値下げ', after: 't2' },
    },
  });
  await server.answer({ ...terms, feeBasisPoints: 1_250 });
  expect(page.toast).toBe('新しい決まりを記録しました。');
  expect(page.text).toContain('今日の決まり：手数料12.5％');
});

test('without permission to pay out, no terms can be recorded', async () => {
  const { page } = await recording('accountant');
  expect(page.buttons).toEqual([]);
});

test('terms recorded by a colleague meanwhile are shown, and precede the typed ones', async () => {
  const { server, page } = await recording();
  await page.press('新しい決まりを記録する');
  await page.type('始まる日', '2099-04-01');
  await page.type('手数料（％）', '12.5');
  await page.type('理由', '送料の値下げ');
  await page.press('記録する');
  await server.refuse('Conflict', '先に記録されています。');
  const [newest] = terms.recorded;
  await server.answer({
    ...terms,
    recorded: [{ ...newest, id: 't3', reason: '改定' }, ...terms.recorded],
  });
  expect(page.text).toContain('改定');
  await page.press('記録する');
  expect(server.sent.at(-1)?.body).toMatchObject({ after: 't3', reason: '送料の値下げ' });
});
