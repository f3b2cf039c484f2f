import { expect, test, vi } from 'vitest';
import { IdentityApproval } from '#giving/applications/admin/identity-approval.tsx';
import type { AdminApplicationDetail } from '#giving/applications/admin-application.ts';
import { MailsCard } from '#people/accounts/account-page.tsx';
import { optionalMailKinds, optionalMails } from '#people/mail/mail-preference.ts';
import { InviteDialog } from '#people/roles/admin/people-page.tsx';
import { InvitedForm } from '#people/roles/invitation-panel.tsx';
import { apiServer } from '#test/stand-ins/page/api-server.ts';
import { open, openTab } from '#test/stand-ins/page/open.tsx';
import { signIn } from '#test/stand-ins/page/person.ts';
import { type Done, describeSending } from '#test/stand-ins/page/sending.ts';
import { CorrectionForm } from '#warehouse/dealer-ledger/admin/entry-page.tsx';
import type { DealerEntry } from '#warehouse/dealer-ledger/dealer-entry.ts';
import { ResultCorrections } from '#warehouse/results/admin/result-corrections.tsx';
import type { Receipt } from './receipt.ts';
import { ReceiptActions } from './receipt-actions.tsx';

const noop = () => undefined;
const receipt = {
  ...{ number: '2026-000123', kind: 'donation', state: 'valid', appraisalIds: ['TS-1'] },
  ...{ issuedAt: '20260501090000000', replaces: [] as string[], donorName: '髙橋 花子' },
} as unknown as Receipt;
const donor = {
  ...{ lastName: '髙橋', firstName: '花子' },
  address: {
    ...{ zipcode: '1000001', prefecture: '東京都', line1: '千代田区千代田', line2: '1-1' },
    building: '',
  },
};
const account = {
  names: { ...donor, lastNameKana: '', firstNameKana: '' },
  address: donor.address,
};
const asked = { donor: { ...donor, address: { ...donor.address, isAddressConfirmed: false } } };
const actions = (done: Done, shown?: Receipt, reason = '') => (
  <ReceiptActions
    {...{ account, reason, about: '海の会への寄付の証明書', appraisalIds: ['TS-1'] }}
    receipts={shown ? [shown] : []}
    subject={{ kind: 'donation', appraisalId: 'TS-1' }}
    onIssued={(issued) => done(issued)}
  />
);
const approving = (done: Done) => (
  <IdentityApproval
    application={
      {
        ...{ appraisalId: 'TS-1', name: '髙橋 花子', birth: '1980-01-02', occupation: '会社員' },
        status: { amountYen: 12_000, version: 7 },
      } as unknown as AdminApplicationDetail
    }
    onApproved={() => done()}
  />
);
const entry = {
  ...{ number: 12, tradedOn: '2026-10-01', kind: 'コート', quantity: 1, feature: '紺' },
  ...{ priceYen: 3_000, partyName: '髙橋 花子', partyAddress: '東京都', partyOccupation: '会社員' },
  ...{ partyAge: 46, identityMethod: 'papers-and-letter', letterNumber: 'A-1' },
  ...{ letterSentOn: '2026-10-02', letterDeliveredOn: '2026-10-04' },
} as unknown as DealerEntry;
const password = 'tasuki-no-wa-no-naka-2026';
const names = {
  ...{ lastName: '髙橋', firstName: '花子' },
  ...{ lastNameKana: 'たかはし', firstNameKana: 'はなこ' },
};

describeSending({
  'a first receipt': {
    part: (done) => actions(done),
    fill: (page) => page.press('海の会への寄付の証明書を発行する'),
    press: '発行する',
    sends: {
      to: 'POST /api/users/receipts',
      body: { kind: 'donation', appraisalId: 'TS-1', ...asked, replaces: [] },
    },
    field: 'donor.lastName',
    answer: receipt,
    done: [receipt],
    toast: '受領証明書を発行しました。',
  },
  'the paper of a receipt': {
    part: (done) => actions(done, receipt),
    press: '海の会への寄付の証明書のPDFをダウンロード',
    sends: { to: 'GET /api/users/receipts/2026-000123/pdf' },
    answer: new Blob(['x']),
    isSilent: true,
  },
  'a receipt that is issued again': {
    part: (done) => actions(done, receipt),
    fill: (page) => page.press('海の会への寄付の証明書を再発行する'),
    press: '再発行する',
    pressed: '再発行しています',
    sends: { to: 'POST /api/users/receipts/2026-000123/reissue', body: {} },
    answer: receipt,
    done: [receipt],
    toast: '受領証明書を再発行しました。',
  },
  'a name on a receipt that is corrected': {
    part: (done) => actions(done, receipt),
    async fill(page) {
      await page.press('海の会への寄付の証明書のお名前・ご住所を訂正する');
      await page.type('姓', '高橋');
    },
    press: '訂正して発行する',
    sends: {
      to: 'POST /api/users/receipts/2026-000123/reissue',
      body: { donor: { ...asked.donor, lastName: '高橋' } },
    },
    answer: receipt,
    done: [receipt],
    toast: 'お名前・ご住所を訂正した証明書を発行しました。',
    field: 'donor.lastName',
  },
  'an identity that is approved': {
    part: approving,
    fill: (page) => page.press('本人確認を承認する'),
    press: '承認して寄付にする',
    sends: { to: 'POST /api/office/identity/TS-1/approve', ifMatch: '"7"' },
    toast: '本人確認を承認しました。寄付が成立しました。',
    onConflict: { done: 1 },
  },
  'a line of the dealer’s ledger': {
    part: (done) => <CorrectionForm entry={entry} onDone={() => done()} onClose={noop} />,
    async fill(page) {
      await page.type('数量', '2');
      await page.type('代価（円）', '4500');
      await page.type('氏名', '髙橋 華子');
      await page.type('住所', '京都府');
      await page.type('職業', '教員');
      await page.type('年齢', '47');
      await page.type('訂正の理由', '書きまちがい');
    },
    press: '訂正の行を書く',
    sends: {
      to: 'POST /api/office/dealer-ledger/12/correct',
      body: {
        ...{ tradedOn: '2026-10-01', kind: 'コート', quantity: 2, feature: '紺', priceYen: 4_500 },
        ...{ partyName: '髙橋 華子', partyAddress: '京都府', partyOccupation: '教員' },
        ...{ partyAge: 47, identityMethod: 'papers-and-letter', letterNumber: 'A-1' },
        ...{ letterSentOn: '2026-10-02', letterDeliveredOn: '2026-10-04', reason: '書きまちがい' },
      },
    },
    answer: { number: 15 },
    toast: '訂正の行を書きました。もとの行も残っています。',
    field: 'partyAge',
  },
  'an invitation to run the service': {
    part: (done) => <InviteDialog isOpen onClose={noop} onInvited={() => done()} />,
    async fill(page) {
      await page.type('メールアドレス', 'rin@example.jp');
      await page.choose('経理');
      await page.type('理由', '担当が増えるため');
    },
    press: '招待を依頼する',
    sends: {
      to: 'POST /api/office/invitations',
      body: { email: 'rin@example.jp', role: 'accountant', reason: '担当が増えるため' },
    },
    answer: { outcome: 'asked', dueAt: null },
    toast: '依頼しました。もう1人の承認のあとに反映します。',
    field: 'email',
  },
  'somebody who was invited': {
    part: (done) => <InvitedForm token="secret" onDone={() => done()} />,
    async fill(page) {
      await page.type('姓', names.lastName);
      await page.type('名', names.firstName);
      await page.type('姓（ふりがな）', names.lastNameKana);
      await page.type('名（ふりがな）', names.firstNameKana);
      await page.type('パスワード', password);
    },
    press: '登録して引き受ける',
    pressed: '送信しています',
    sends: { to: 'POST /api/invitations/register', body: { token: 'secret', ...names, password } },
    field: 'lastName',
  },
  'a correction that is taken back': {
    part: (done) => <ResultCorrections appraisalId="TS/1" onChanged={() => done()} />,
    person: { role: 'operator' },
    known: {
      'GET /api/office/results/TS%2F1': {
        ...{ version: 5, blocker: '', undoUntil: '20261101091500000', receipts: [], items: [] },
        results: [{ outcome: 'completed', donationYen: 1_200, reason: '', at: '', by: '' }],
      },
    },
    press: '訂正を取り消す（09:15まで）',
    sends: { to: 'POST /api/office/results/TS%2F1/correct/undo', body: { version: 5 } },
    toast: '訂正を取り消しました。',
  },
});

test('what is about to be approved is said with its sum, and nothing is sent before it is asked', async () => {
  const server = apiServer();
  const page = open(approving(vi.fn()));
  await page.press('本人確認を承認する');
  expect(server.sent).toEqual([]);
  expect(page.text).toContain('髙橋 花子 様（1980/01/02生まれ、会社員）');
  expect(page.text).toContain('承認すると、12,000円の寄付がすぐに成立し');
});

test.each([
  ['倉庫', '招待を送る'],
  ['経理', '招待を依頼する'],
  ['運営の責任者', '招待を依頼する'],
])('an invitation as %s: %s', async (role, button) => {
  const page = open(<InviteDialog isOpen onClose={noop} onInvited={noop} />);
  await page.choose(role);
  expect(page.has(button)).toBe(true);
  expect(page.text.includes('もう1人の承認のあとに送られます。')).toBe(button === '招待を依頼する');
});

test('each mail that one can do without has its own switch, and a change leaves the others', async () => {
  const tab = openTab();
  const all = Object.fromEntries(optionalMailKinds.map((kind, index) => [kind, index % 2 === 0]));
  const path = '/api/users/mail-preferences';
  const server = apiServer({ [`GET ${path}`]: all });
  await signIn(server);
  const page = open(<MailsCard uid="hana" />, {}, tab);
  await page.do(noop);
  const shown = optionalMailKinds.map((kind) => page.isTicked(optionalMails[kind].label));
  expect(shown).toEqual(Object.values(all));
  const [, second = 'thanks'] = optionalMailKinds;
  await page.tick(optionalMails[second].label);
  expect(server.sent).toEqual([{ to: `POST ${path}`, body: { ...all, [second]: true } }]);
  await page.tick(optionalMails[second].label);
  expect(server.sent).toHaveLength(1);
  await server.answer({ ...all, [second]: true });
  expect(page.isTicked(optionalMails[second].label)).toBe(true);
  expect(page.toast).toBe('お知らせメールの設定を保存しました。');
  await page.tick(optionalMails[second].label);
  await server.lose();
  expect(page.isTicked(optionalMails[second].label)).toBe(true);
  expect(page.text).toContain('通信できませんでした。');
});
