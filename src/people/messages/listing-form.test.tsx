import { expect, test } from 'vitest';
import { makeAppraisalId } from '#giving/applications/appraisal-number.ts';
import { LabelButton } from '#giving/applications/parcels/own-parcels.tsx';
import { SaveButton } from '#kit/client/save-button.tsx';
import { classifications } from '#organisations/associates/classification.ts';
import { socialChallenges } from '#organisations/challenges/social-challenge.ts';
import { keepCurrentAppraisal } from '#people/session/current-appraisal.ts';
import { VerifyFirst } from '#people/session/verify-first.tsx';
import { ClaimPanel } from '#people/sign-in/claim-panel.tsx';
import { apiServer } from '#test/stand-ins/page/api-server.ts';
import { open, openTab } from '#test/stand-ins/page/open.tsx';
import { signIn } from '#test/stand-ins/page/person.ts';
import { describeSending } from '#test/stand-ins/page/sending.ts';
import { ListingForm } from './listing-form.tsx';

async function fill(page: ReturnType<typeof open>) {
  await page.type('団体の名称', '海の会');
  await page.choose('団体の種別', classifications['approved-npo'].label);
  await page.type('代表者のお名前', '林 海');
  await page.choose('事務所のある都道府県', '東京都');
  await page.type('ウェブサイト', 'https://umi.example.jp/');
  await page.type('認定の内容', '認定第1号');
  await page.choose(socialChallenges.environment.label);
  await page.type('活動の内容', '浜辺を掃除しています。');
  await page.type('担当者のお名前', '森 陸');
  await page.type('メールアドレス', 'riku@example.jp');
  await page.type('電話番号', '03-1234-5678');
}
const consent = '掲載の条件を読み、同意します';
const listing = {
  ...{ organisationName: '海の会', classification: 'approved-npo', representative: '林 海' },
  ...{ prefecture: '東京都', socialChallenges: ['environment'], certification: '認定第1号' },
  ...{ websiteUrl: 'https://umi.example.jp/', personName: '森 陸', email: 'riku@example.jp' },
  ...{ tel: '0312345678', message: '浜辺を掃除しています。', agreed: true },
};

test('a listing application requires the consent, and sends each field under its name', async () => {
  const server = apiServer();
  const page = open(<ListingForm />, { path: '/listing' });
  await fill(page);
  await page.press('この内容で申し込む');
  expect(server.sent).toEqual([]);
  expect(page.text).toContain('掲載の条件をお読みのうえ、同意してください。');
  await page.tick(consent);
  await page.press('この内容で申し込む');
  expect(server.sent).toEqual([{ to: 'POST /api/listing', body: listing, key: 'key 1' }]);
  await server.answer({ id: 'TL-1' });
  expect(page.text).toContain('掲載のお申し込みを受け付けました');
  expect(page.text).toContain('TL-1');
  expect(page.text).toContain('riku@example.jp');
});

test('input is restored on return, but not the consent', async () => {
  const tab = openTab();
  apiServer();
  const first = open(<ListingForm />, { path: '/listing' }, tab);
  await fill(first);
  await first.tick(consent);
  first.leave();
  const again = open(<ListingForm />, { path: '/listing' }, tab);
  expect(again.valueOf('担当者のお名前')).toBe('森 陸');
  expect(again.isTicked(consent)).toBe(false);
});

const claim = {
  ...{ appraisalId: makeAppraisalId(new Uint8Array([1, 2, 3, 4, 5, 6, 7])), claimToken: 'proof' },
};
const link = {
  ...{ appraisalId: claim.appraisalId, targetName: '海の会', createdAt: '20261101090000000' },
  ...{ email: 'hana@example.jp', isYours: false },
};

/** A guest's application that a signed-in person may claim. */
async function claiming(changes: object = {}, emailVerified = true) {
  const tab = openTab();
  keepCurrentAppraisal(claim);
  const server = apiServer({
    'POST /api/applications/claim-link': { ...link, ...changes },
    'GET /api/users/sign-in-methods': { emailVerified },
  });
  await signIn(server, { uid: 'hana', account: { email: 'hana@example.jp' } });
  const page = open(<ClaimPanel />, { path: '/claim' }, tab);
  await page.do(() => undefined);
  return { server, page };
}
const take = '寄付の履歴に入れる';

test('an application is claimed after a confirmation, with its token, and leads to the history', async () => {
  const { server, page } = await claiming();
  expect(page.facts).toEqual({
    ...{ 申込番号: claim.appraisalId, 寄付先: '海の会', お申し込みの日: '2026/11/01' },
    メールアドレス: 'hana@example.jp',
  });
  expect(server.sent).toEqual([]);
  await page.press(take);
  expect(server.sent).toEqual([
    { to: 'POST /api/users/createByAppraisalId', body: claim, key: 'key 1' },
  ]);
  await server.answer();
  expect(page.toast).toBe('お申し込みを寄付の履歴に入れました。');
  expect(page.at).toBe('/mypage/donation-history');
});

test('an application of another e-mail is claimed only after a warning, and none with an unverified e-mail', async () => {
  const other = await claiming({ email: 'taro@example.jp' });
  expect(other.page.text).toContain('お申し込みのときと、メールアドレスが違います');
  const unproven = await claiming({}, false);
  expect(unproven.page.has(take)).toBe(false);
  expect(unproven.page.has('確認のメールを送る')).toBe(true);
});

test('one that is in the history already is not claimed again', async () => {
  const { page } = await claiming({ isYours: true });
  expect(page.has(take)).toBe(false);
  expect(page.text).toContain('このお申し込みは、寄付の履歴に入っています');
});

describeSending({
  'the labels of a donor’s own cartons': {
    part: () => <LabelButton proof={{ appraisalId: 'TS-1', token: 'secret' } as never} boxes={2} />,
    press: 'ラベルをダウンロードする',
    sends: { to: 'POST /api/applications/label', body: { appraisalId: 'TS-1', token: 'secret' } },
    answer: new Blob(['x']),
    isSilent: true,
  },
  'a file of the API': {
    part: () => <SaveButton path="/api/x.pdf" fileName="明細書.pdf" label="PDF" about="明細書" />,
    press: '明細書のPDFを保存',
    sends: { to: 'GET /api/x.pdf' },
    answer: new Blob(['x']),
    isSilent: true,
    toast: '明細書.pdfを保存しました。',
  },
  'the mail that proves an e-mail': {
    part: () => <VerifyFirst>先に確かめます。</VerifyFirst>,
    press: '確認のメールを送る',
    sends: { to: 'POST /api/auth/send-verification-email' },
    isSilent: true,
    shows: '確認のメールをお送りしました。',
  },
});
