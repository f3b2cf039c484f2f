import { expect, test, vi } from 'vitest';
import { apiServer } from '#test/stand-ins/page/api-server.ts';
import { open } from '#test/stand-ins/page/open.tsx';
import { type Done, describeSending } from '#test/stand-ins/page/sending.ts';
import type { ApplicationStatus } from './application.ts';
import { CancelDialog, CorrectDialog } from './application-actions.tsx';
import { makeAppraisalId } from './appraisal-number.ts';
import { CancelForm } from './cancel-form.tsx';

const appraisalId = makeAppraisalId(new Uint8Array([1, 2, 3, 4, 5, 6, 7]));
const address = {
  ...{ zipcode: '1000001', prefecture: '東京都', line1: '千代田区千代田', line2: '1-1' },
  building: '',
};
const application = {
  ...{ appraisalId, version: 4, targetName: '海の会', needsKit: false },
  ...{ applicantAddress: address, deliveryDate: '', deliverySlot: '' },
} as unknown as ApplicationStatus;
const shared = (done: Done) => ({
  ...{ application, token: 'secret', isOpen: true, onClose: () => undefined },
  onChange: (changed: ApplicationStatus) => void done(changed),
  onConflict: (message: string) => void done(message),
});
const changed = { answer: { version: 5 }, done: [{ version: 5 }], onConflict: { done: 1 } };

describeSending({
  'a donor who cancels': {
    part: (done) => <CancelDialog {...shared(done)} />,
    press: '申し込みを取り消す',
    sends: {
      to: 'POST /api/applications/cancel',
      body: { appraisalId, token: 'secret' },
      ifMatch: '"4"',
    },
    ...changed,
    toast: 'お申し込みを取り消しました。',
  },
  'a donor who corrects their address': {
    part: (done) => <CorrectDialog {...shared(done)} />,
    known: { 'GET /api/acceptance': {}, 'GET /postal/100.json': { cities: [], rows: [] } },
    async fill(page) {
      await page.type('市区町村・町名', '千代田区丸の内');
      await page.type('番地', '2-2');
      await page.type('建物名・部屋番号', '見本荘');
    },
    press: 'この内容に変更する',
    pressed: '送信しています',
    sends: {
      to: 'POST /api/applications/correct',
      body: {
        ...{ appraisalId, token: 'secret' },
        correction: {
          applicantAddress: {
            ...{ ...address, line1: '千代田区丸の内', line2: '2-2', building: '見本荘' },
            isAddressConfirmed: false,
          },
          ...{ deliveryDate: '', deliverySlot: '' },
        },
      },
      ifMatch: '"4"',
    },
    ...changed,
    toast: 'ご住所を変更しました。',
    field: 'correction.applicantAddress.line2',
  },
});

/** Cancels by number alone, up to the confirmation. */
async function asked() {
  const server = apiServer();
  const page = open(<CancelForm />);
  await page.type('申込番号', appraisalId.toLowerCase());
  await page.type('メールアドレス', 'Hana@example.jp');
  await page.press('取り消しの確認へ進む');
  return { server, page };
}

test('cancelling by number and e-mail asks for a confirmation first', async () => {
  const { server, page } = await asked();
  expect(server.sent).toEqual([]);
  expect(page.text).toContain(`申込番号 ${appraisalId}のお申し込みを取り消します。`);
  await page.press('申し込みを続ける');
  expect(server.sent).toEqual([]);
  await page.press('取り消しの確認へ進む');
  await page.press('申し込みを取り消す');
  const { to, body } = server.sent[0] ?? {};
  expect(to).toBe('POST /api/applications/cancel-by-email');
  expect(body).toMatchObject({ appraisalId, email: expect.stringMatching(/^hana@example\.jp$/i) });
  await server.answer({ appraisalId });
  expect(page.text).toContain('お申し込みを取り消しました');
  expect(page.text).toContain(appraisalId);
  expect(page.text).toMatch(/お知らせのメールをhana@example\.jpにお送りしています/i);
  expect(Object.keys(localStorage)).toEqual([]);
});

test('a refused cancellation says why where it can be corrected', async () => {
  const { server, page } = await asked();
  await page.press('申し込みを取り消す');
  await server.refuse('NotFound', '見つかりませんでした。');
  expect(page.text).toContain('見つかりませんでした。');
  expect(page.links.お問い合わせ).toBe('/contact');
  expect(page.valueOf('メールアドレス')).toMatch(/^hana@example\.jp$/i);
  expect(vi.mocked(console.warn)).toHaveBeenCalled();
});
