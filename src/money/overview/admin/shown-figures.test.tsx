import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import {
  ApplicantFacts,
  GoodsFacts,
  ResultFacts,
} from '#giving/applications/admin/application-facts.tsx';
import type { AdminApplicationDetail } from '#giving/applications/admin-application.ts';
import { BankAccountCard } from '#money/bank-accounts/bank-account-card.tsx';
import { FundBalance } from '#money/funds/admin/fund-page.tsx';
import type { Fund } from '#money/funds/fund.ts';
import { TransferFacts } from '#money/remittances/admin/transfer-facts.tsx';
import type { Remittance } from '#money/remittances/run.ts';
import { StatementLines } from '#money/statements/statement-lines.tsx';
import { ConsentFacts, SignInFacts } from '#people/donors/admin/donor-sheet.tsx';
import { MailDetails } from '#people/mail/admin/mail-details.tsx';
import { apiServer } from '#test/stand-ins/page/api-server.ts';
import { open } from '#test/stand-ins/page/open.tsx';
import { ComparedFacts } from '#warehouse/identity-checks/admin/compared-facts.tsx';
import type { SellerReview } from '#warehouse/identity-checks/seller-facts.ts';
import { FundsPanel } from './funds-panel.tsx';
import { MonthsTable } from './money-page.tsx';

// All figures differ, so that swapped ones are noticed.

const application = {
  ...{ appraisalId: 'TS-1', tel: '0312345678', email: 'hana@example.jp', uid: 'u1' },
  ...{ birth: '1980-01-02', occupation: '会社員', enteredBy: { name: '園田' }, kind: 'direct' },
  ...{ targetName: '海の会', frequency: 'once', boxes: 3, identity: 'submitted' },
  ...{ slotCodes: { sagawa: '01', yamato: '0812' }, createdAt: '20261101090500000' },
  termsVersion: 2,
  status: {
    applicantAddress: {
      ...{ zipcode: '1000001', prefecture: '東京都', line1: '千代田区千代田', line2: '1-1' },
      building: '見本荘',
    },
    ...{ associateId: 'umi', products: ['clothes'], needReceipt: true, needsKit: true },
    ...{ deliveryDate: '2026-11-20', deliverySlot: '14', amountYen: 4_500 },
    items: [
      { name: 'コート', quantity: 2, amountYen: 3_000, destination: '再販', reason: '' },
      { name: '帽子', quantity: 1, amountYen: 0, destination: '再資源化', reason: 'しみ' },
    ],
  },
} as unknown as AdminApplicationDetail;

const remittance = {
  ...{ id: 's1', runId: 'r1', runNumber: 12, associateId: 'umi', targetName: '海の会' },
  ...{ account: '見本銀行 本店', statementNumber: '2026-7', receivedOn: '2026-11-10' },
  ...{ state: 'confirmed', giftCount: 9, openingYen: 100, giftYen: 2_000, feeYen: 30 },
  ...{ handlingYen: 40, correctionYen: -50, payoutYen: 600, amountYen: 2_580, reason: '住所' },
} as unknown as Remittance;

const fund = {
  ...{ balanceYen: 1_000, gifts: 12, givenYen: 9_000, keptYen: 700, payouts: 3 },
  ...{ paidOutYen: 6_000, sentBeforeYen: 1_300, lastPayoutOn: '2026-10-31' },
} as unknown as Fund;
const signIn = {
  ...{ isVerified: true, methods: ['credential', 'Google'], hasSecondFactor: false },
  ...{ sessions: 2, lastSeenAt: '20261102080000000', lockedAt: null },
};

const facts: [screen: string, part: ReactNode, shown: Record<string, string | RegExp>][] = [
  [
    'the applicant',
    <ApplicantFacts key="" application={application} />,
    {
      ...{ お届け先: '〒100-0001 東京都千代田区千代田1-1 見本荘', 電話番号: '03-1234-5678' },
      ...{ メール: 'hana@example.jp', 会員: '会員の記録', 受付: 'お電話で受付（担当 園田）' },
      ...{ 生年月日: '1980/01/02', ご職業: '会社員' },
    },
  ],
  [
    'what was applied for',
    <GoodsFacts key="" application={application} />,
    {
      ...{ 寄付先: '海の会', 寄付先団体ID: 'umi', 寄付の方法: '団体へのご寄付', 回数: '1回' },
      ...{ 箱の数: '3箱', お届け希望日: /11月20日/, 受領証明書: '希望する' },
      ...{ お届け時間: '14～16時（佐川 01・ヤマト 0812）', 同意した規約: '第2版' },
      ...{ 本人確認: '書類の確認待ち', 受付日時: '2026/11/01 09:05' },
    },
  ],
  [
    'a remittance',
    <TransferFacts key="" remittance={remittance} />,
    {
      ...{ '繰越・再送金': '100円', '寄付（9件）': '2,000円', 手数料: '-30円' },
      ...{ '送料・作業費': '-40円', 訂正: '-50円', 基金: '600円', お支払い額: '2,580円' },
      ...{ 送金: '12', 団体: '海の会', 口座: '見本銀行 本店', 着金日: '2026/11/10' },
      明細書番号: /^2026-7/,
    },
  ],
  [
    'a fund',
    <FundBalance key="" fund={fund} />,
    {
      ...{ 残高: '1,000円', これまでの寄付: '9,000円（12件）', '手数料・作業費': '−700円' },
      ...{ 団体への支払い: '−6,000円（3件）', 以前の送金: '−1,300円', 最近の支払い: '2026/10/31' },
    },
  ],
  [
    'how a donor signs in',
    <SignInFacts key="" signIn={signIn} createdAt="20260401090000000" />,
    {
      ...{ 登録日: '2026/04/01', メールの確認: '確認済み', ログイン: 'パスワード、Google' },
      ...{ '2段階認証': 'なし', 端末: '2台でログイン中', 最後の利用: '2026/11/02 08:00' },
    },
  ],
  [
    'a statement',
    <StatementLines
      total="お支払い額"
      key=""
      lines={[
        ['寄付', 2_000, 9],
        ['手数料', -30],
      ]}
      amountYen={1_970}
    />,
    { '寄付（9件）': '2,000円', 手数料: '-30円', お支払い額: '1,970円' },
  ],
];

test.each(facts)('%s: each fact stands beside its own label', (_, part, shown) => {
  const found = open(part).facts;
  for (const [label, value] of Object.entries(shown)) {
    if (value instanceof RegExp) expect(found[label], label).toMatch(value);
    else expect(found[label], label).toBe(value);
  }
});

test('what each kind of goods came to stands in its own row and column', () => {
  const page = open(<ResultFacts status={application.status} />);
  expect(page.text).toMatch(/^4,500円/);
  expect(page.rows).toEqual([
    ['品目', '点数', '査定金額', '行き先', '理由'],
    ['品目 コート', '点数 2', '査定金額 3,000円', '行き先 再販', '理由 —'],
    ['品目 帽子', '点数 1', '査定金額 0円', '行き先 再資源化', '理由 しみ'],
  ]);
});

test.each([
  ['returned', '振り込みが組戻しになりました'],
  ['taken-out', 'この団体は、送金から外しました'],
])('a remittance that is %s says why', (state, title) => {
  const shown = { ...remittance, state, returnedOn: '2026-11-12' } as Remittance;
  const { text } = open(<TransferFacts remittance={shown} />);
  expect(text).toContain(title);
  expect(text).toContain('理由：住所');
  expect(text.includes('2026/11/12に戻りました。')).toBe(state === 'returned');
});

test('the months stand newest first, each figure in its own column and leading to its own rows', () => {
  const month = (name: string, from: number) => ({
    ...{ month: name, owedYen: from + 1, inTransitYen: from + 2, fundYen: from + 3 },
    ...{ sentYen: from + 4, returnedYen: from + 5, feeYen: from + 6, handlingYen: from + 7 },
  });
  const page = open(<MonthsTable months={[month('2026-09', 10), month('2026-10', 20)] as never} />);
  const numbers = page.rows
    .slice(1)
    .map((cells) => cells.map((cell) => /(\d+)円$/.exec(cell)?.[1]));
  expect(numbers.map(([, ...figures]) => figures)).toEqual([
    ['21', '22', '23', '24', '25', '26', '27'],
    ['11', '12', '13', '14', '15', '16', '17'],
  ]);
  expect(page.rows[0]?.slice(1)).toEqual([
    ...['未送金（月末）', '送金中（月末）', '基金（月末）', '送金済み'],
    ...['組戻し', '事務手数料', '送料・作業費'],
  ]);
  const to = (label: string) =>
    Object.entries(page.links).find(([name]) => /10月/.test(name) && name.includes(label))?.[1];
  expect(to('の未送金')).toBe('/admin/ledger/lines?account=owed%3Aassociate&until=2026-10');
  expect(to('の送金済み')).toContain('arrivedFrom=2026-10&arrivedTo=2026-10');
  expect(to('の事務手数料')).toBe('/admin/ledger/lines?account=service-fee&month=2026-10');
});

test('the figures of each fund stand in their own columns', async () => {
  const server = apiServer();
  const page = open(
    <FundsPanel asked="2026" year="2026年" months={{ from: '2026-01' }} chartOf={() => null} />,
  );
  await server.answer([
    {
      ...{ id: 'c1', name: '海の基金', balanceYen: 1, receivedYen: 2, paidOutYen: 3, feeYen: 4 },
      handlingYen: 5,
    },
  ]);
  expect(server.asked).toEqual(['GET /api/office/money/funds?year=2026']);
  expect(page.rows[1]?.map((cell) => cell.replace(/^.*?(\d円)$/, '$1'))).toEqual([
    ...['基金 海の基金', '1円', '2円', '3円', '4円', '5円'],
  ]);
  expect(page.rows[0]).toEqual([
    ...['基金', '残高', '入った額（2026年）', '支払った額（2026年）'],
    ...['事務手数料（2026年）', '送料・作業費（2026年）'],
  ]);
});

test('consents show the text, its version and the day', () => {
  const consents = [
    { textKind: 'terms', version: 2, appraisalId: 'TS-1', at: '20261101090000000' },
    { textKind: 'privacy', version: 0, appraisalId: '', at: '20261001080000000' },
  ];
  const [terms, privacy] = open(<ConsentFacts consents={consents as never} />)
    .all('li')
    .map((item) => item.textContent);
  expect(terms).toBe('利用規約（第2版）2026/11/01 09:00TS-1');
  expect(privacy).toBe('プライバシーポリシー（はじめの版）2026/10/01 08:00');
});

test('facts of a seller are compared one by one, and what differs is named', async () => {
  const applicant = {
    ...{ name: '髙橋 花子', kana: 'たかはし', zipcode: '100-0001', address: '東京都' },
    ...{ birth: '1980-01-02', occupation: '会社員' },
  };
  const review = { applicant, formerAddress: '' } as unknown as SellerReview;
  const page = open(<ComparedFacts review={review} />);
  const lines = page.all('li').map((item) => item.querySelector('p')?.textContent);
  expect(lines).toEqual(['髙橋 花子', 'たかはし', '〒100-0001 東京都', '1980/01/02', '会社員']);
  for (const label of ['お名前', 'ふりがな', 'ご住所', '生年月日']) {
    await page.within('fieldset', label).choose('同じ');
  }
  expect(page.text).toContain('1項目が残っています。');
  await page.within('fieldset', 'ご職業').choose('違う');
  expect(page.text).toContain('違う項目：ご職業。');
  await page.within('fieldset', 'ご職業').choose('同じ');
  expect(page.text).toContain('すべて書類と同じです。');
});

test('an account shows each fact at its label, and cannot be changed while a request is pending', async () => {
  const account = {
    ...{ bankName: '見本銀行', bankCode: '9999', branchName: '本店', branchCode: '101' },
    ...{ kind: 'current', number: '***4567', holder: 'ｳﾐﾉｶｲ', since: '2026-04-01' },
  };
  const server = apiServer();
  const page = open(<BankAccountCard associateId="umi" />);
  await server.answer({ account, waiting: null });
  expect(page.facts).toEqual({
    ...{ 銀行: '見本銀行（9999）', 支店: '本店（101）', 預金の種類: '当座', 口座番号: '***4567' },
    ...{ 口座名義: 'ｳﾐﾉｶｲ', 登録日: '2026/04/01' },
  });
  expect(page.buttons).toEqual(['口座を変える']);
  const waiting = open(<BankAccountCard associateId="umi" />);
  await server.answer({ account: null, waiting: { askedAt: '20261101090000000' } });
  expect(waiting.text).toContain('口座の登録が承認を待っています');
  expect(waiting.buttons).toEqual([]);
});

test('the delivery state of a mail is shown at its label', async () => {
  const server = apiServer();
  const page = open(<MailDetails id="m1" onChanged={() => undefined} />);
  await server.answer({
    ...{ id: 'm1', version: 2, subject: '受付のお知らせ', to: 'hana@example.jp', state: 'dead' },
    ...{ createdAt: '20261101090000000', sentAt: null, kind: 'applied', attempts: 5, html: '' },
    ...{ text: '', lastError: '550 no such user', record: null, isForOthers: true },
    resends: [{ id: 'm2', to: 'hanako@example.jp', state: 'sent' }],
  });
  expect(page.facts).toMatchObject({ 件名: '受付のお知らせ', 宛先: 'hana@example.jp' });
  expect(page.facts.状態).toMatch(/2026\/11\/01 09:00.*5回試しました/);
  expect(page.facts.届かない理由).toContain('550 no such user');
  expect(page.facts.送り直し).toMatch(/^hanako@example\.jp（/);
  expect(page.has('「受付のお知らせ」を送り直す')).toBe(true);
});
