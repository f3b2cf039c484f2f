import { expect, test, vi } from 'vitest';
import { apiServer } from '#test/stand-ins/page/api-server.ts';
import { open } from '#test/stand-ins/page/open.tsx';
import { describeSending } from '#test/stand-ins/page/sending.ts';
import type { AdminPapers } from '#warehouse/identity-checks/identity-check-schema.ts';
import type { LedgerItem, SellerReview } from '#warehouse/identity-checks/seller-facts.ts';
import { ReturnDialog } from './identity-papers.tsx';
import { ItemsForm } from './items-form.tsx';
import { LetterForm } from './review-page.tsx';

const noop = () => undefined;
const letter = {
  ...{ method: 'papers-and-letter', letterNumber: 'A-1', sentOn: '2026-10-01' },
  ...{ deliveredOn: '', returnedOn: '' },
};
const items: LedgerItem[] = [{ name: 'コート', feature: '紺', quantity: 1, amountYen: 3_000 }];
const review = {
  ...{ appraisalId: 'TS-1', state: 'appraised', version: 5, letterVersion: 7, letter, items },
  result: { itemCount: 8, appraisedYen: 4_500, donationYen: 4_500 },
} as unknown as SellerReview;
const path = '/api/office/identity/TS-1';
const asks = { asks: [`GET ${path}/review`] };

describeSending({
  'the record of the letter': {
    part: (done) => <LetterForm review={review} onSaved={() => done()} />,
    async fill(page) {
      await page.type('郵便の番号', 'B-2');
      await page.type('発送日', '2026-10-02');
      await page.type('到達日', '2026-10-04');
    },
    press: '郵便の記録を保存する',
    sends: {
      to: `POST ${path}/letter`,
      body: {
        ...{ method: 'papers-and-letter', letterNumber: 'B-2', sentOn: '2026-10-02' },
        ...{ deliveredOn: '2026-10-04', returnedOn: '' },
      },
      ifMatch: '"7"',
    },
    toast: '郵便の記録を保存しました。',
    field: 'sentOn',
    onConflict: asks,
  },
  'the items of the ledger': {
    part: (done) => <ItemsForm review={review} onSaved={() => done()} />,
    async fill(page) {
      await page.type('特徴', '黒・きずあり');
      await page.type('点数', '2');
      await page.type('金額（円）', '4500');
    },
    press: '明細を保存する',
    sends: {
      to: `POST ${path}/items`,
      body: { items: [{ name: 'コート', feature: '黒・きずあり', quantity: 2, amountYen: 4_500 }] },
      ifMatch: '"5"',
    },
    toast: '明細を保存しました。',
    field: 'items.0.name',
    onConflict: asks,
  },
  'papers that are given back': {
    part: (done) => (
      <ReturnDialog
        check={{ appraisalId: 'TS-1', version: 5 } as unknown as AdminPapers}
        {...{ isOpen: true, onClose: noop }}
        onReturned={() => done()}
      />
    ),
    fill: (page) => page.type('理由', '写真がぼけています。'),
    press: '差し戻す',
    sends: { to: `POST ${path}/return`, body: { reason: '写真がぼけています。' }, ifMatch: '"5"' },
    toast: '書類を差し戻しました。理由をメールでお知らせします。',
    field: 'reason',
  },
});

test('after a colleague’s change of the letter, the next press sends its version', async () => {
  const server = apiServer();
  const page = open(<LetterForm review={review} onSaved={vi.fn()} />);
  await page.type('郵便の番号', 'B-2');
  await page.press('郵便の記録を保存する');
  await server.refuse('Conflict', '先に変更されています');
  await server.answer({ ...review, letter: { ...letter, letterNumber: 'C-3' }, letterVersion: 9 });
  const [mine, theirs] = page.all('dl').map((list) => list.textContent);
  expect(mine).toContain('B-2');
  expect(theirs).toContain('C-3');
  await page.press('入力した内容で上書きする');
  expect(server.sent.at(-1)?.ifMatch).toBe('"9"');
});

test('after a colleague’s change of the items, the next press sends their version', async () => {
  const server = apiServer();
  const page = open(<ItemsForm review={review} onSaved={vi.fn()} />);
  await page.press('明細を保存する');
  await server.refuse('Conflict', '先に変更されています');
  await server.answer({ ...review, items: [{ ...items[0], name: '帽子' }], version: 8 });
  const [mine, theirs] = page.all('dl').map((list) => list.textContent);
  expect(mine).toContain('コート');
  expect(theirs).toContain('帽子');
  await page.press('入力した内容で上書きする');
  expect(server.sent.at(-1)?.ifMatch).toBe('"8"');
});

test('the sums of result and items stand side by side, and follow what is typed', async () => {
  const page = open(<ItemsForm review={review} onSaved={vi.fn()} />);
  expect(page.text).toContain('査定結果は8点・4,500円、明細は1点・3,000円です。');
  await page.type('点数', '2');
  await page.type('金額（円）', '4500');
  expect(page.text).toContain('明細は2点・4,500円です。');
});

test('after the appraisal the items cannot be changed', () => {
  const donated = { ...review, state: 'donated' } as SellerReview;
  expect(open(<ItemsForm review={donated} onSaved={noop} />).buttons).toEqual([]);
  const page = open(<LetterForm review={donated} onSaved={noop} />);
  expect(page.buttons).toEqual([]);
  expect(Object.values(page.facts)).toContain('A-1');
});
