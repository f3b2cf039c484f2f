import { expect, test, vi } from 'vitest';
import type { Account } from '#people/accounts/account.ts';
import { apiServer } from '#test/stand-ins/page/api-server.ts';
import { open } from '#test/stand-ins/page/open.tsx';
import { type Done, describeSending } from '#test/stand-ins/page/sending.ts';
import { CorrectionDialog } from './correction-dialog.tsx';
import { MergeDialog } from './merge-dialog.tsx';
import { ReasonDialog } from './reason-dialog.tsx';

const noop = () => undefined;
const names = {
  ...{ lastName: '髙橋', firstName: '花子' },
  ...{ lastNameKana: 'たかはし', firstNameKana: 'はなこ' },
};
const address = {
  ...{ zipcode: '1000001', prefecture: '東京都', line1: '千代田区千代田', line2: '1-1' },
  building: '',
};
const account = { names, tel: '0312345678', address, email: 'hana@example.jp' } as Account;
const correcting = (
  part: 'names' | 'tel' | 'address',
  done: Done,
  load: () => Promise<{ account: Account; etag: string }> = () => Promise.reject(new Error('gone')),
) => (
  <CorrectionDialog
    part={part}
    correctable={{ account, etag: '"3"', path: '/api/office/donors/hana/account', load }}
    onClose={noop}
    onDone={() => done()}
  />
);
const to = 'POST /api/office/donors/hana/account';
const corrected = {
  ...{ press: '直して知らせる', pressed: '保存しています' },
  toast: '直しました。ご本人にメールでお知らせします。',
};
const withReason = { reason: 'お電話での申し出' };

const line = (id: string, more: object) => ({
  ...{ id, name: '髙橋 花子', nameKana: 'たかはし はなこ', email: `${id}@example.jp` },
  ...{ tel: '0312345678', isGuest: false, ...more },
});
const moving = { applications: 3, receipts: 1 };
const preview = {
  ...{ from: line('guest', { isGuest: true, name: '髙橋 華子' }), into: line('hana', {}) },
  ...{ same: ['email'], moving, applications: [], receipts: [], refusal: '' },
};
const merge = '/api/office/donors/hana/merge';
const merging = (done: Done) => (
  <MergeDialog into="hana" from={preview.from as never} onClose={noop} onDone={() => done()} />
);

describeSending({
  'a name that is corrected': {
    part: (done) => correcting('names', done),
    async fill(page) {
      await page.type('姓', '佐藤');
      await page.type('名', '華');
      await page.type('姓（ふりがな）', 'さとう');
      await page.type('名（ふりがな）', 'はな');
      await page.type('理由', withReason.reason);
    },
    sends: {
      to,
      body: {
        names: {
          ...{ lastName: '佐藤', firstName: '華' },
          ...{ lastNameKana: 'さとう', firstNameKana: 'はな' },
        },
        ...withReason,
      },
      ifMatch: '"3"',
    },
    ...corrected,
    field: 'names.lastName',
  },
  'a phone number that is corrected': {
    part: (done) => correcting('tel', done),
    async fill(page) {
      await page.type('電話番号', '090-1111-2222');
      await page.type('理由', withReason.reason);
    },
    sends: { to, body: { tel: '09011112222', ...withReason }, ifMatch: '"3"' },
    ...corrected,
    field: 'tel',
  },
  'an address that is corrected': {
    part: (done) => correcting('address', done),
    async fill(page) {
      await page.type('市区町村・町名', '千代田区丸の内');
      await page.type('番地', '2-2');
      await page.type('建物名・部屋番号', '見本荘');
      await page.type('理由', withReason.reason);
    },
    sends: {
      to,
      body: {
        address: {
          ...{ ...address, line1: '千代田区丸の内', line2: '2-2', building: '見本荘' },
          isAddressConfirmed: false,
        },
        ...withReason,
      },
      ifMatch: '"3"',
    },
    ...corrected,
    field: 'address.line2',
  },
  'one record that is made of two': {
    part: merging,
    known: { [`GET ${merge}?from=guest`]: preview },
    fill: async (page) => {
      await page.do(noop);
      await page.type('理由', '同じ方と確かめた');
    },
    press: '統合する',
    sends: {
      to: `POST ${merge}`,
      body: { fromId: 'guest', seen: moving, reason: '同じ方と確かめた' },
    },
    toast: '2つの記録を統合しました。',
    onConflict: { hides: true },
  },
});

test('the source and the target of a merge are each on their own side', async () => {
  const server = apiServer();
  const page = open(merging(vi.fn()));
  await server.answer({ ...preview, moving: { ...moving, receipts: 2 } });
  const [from, into] = page.all('section').map((side) => side.textContent);
  expect(from).toMatch(/もとの記録（残りません）.*髙橋 華子.*guest@example\.jp.*ゲスト/);
  expect(into).toMatch(/統合先の記録.*髙橋 花子.*hana@example\.jp.*登録あり/);
});

test('two records that may not be merged say why, without a form', async () => {
  const server = apiServer();
  const page = open(merging(vi.fn()));
  await server.answer({ ...preview, refusal: '2つともログインできます。', same: [] });
  expect(page.text).toContain('2つともログインできます。');
  expect(page.text).toContain('2つの記録に、同じところがありません');
  expect(page.has('統合する')).toBe(false);
});

/** Sends a phone number after a colleague changed the record to `stored`. */
async function sendAfterConflict(stored: { account: Account; etag: string }) {
  const server = apiServer();
  const done = vi.fn();
  const page = open(correcting('tel', done, async () => stored));
  await page.type('電話番号', '09011112222');
  await page.type('理由', withReason.reason);
  await page.press('直して知らせる');
  await server.refuse('Conflict', '先に変更されています');
  return { server, page, done };
}

test('after a concurrent change of another part, a correction is sent again with the stored version', async () => {
  const { server } = await sendAfterConflict({
    account: { ...account, names: { ...names, lastName: '佐藤' } },
    etag: '"4"',
  });
  expect(server.sent.map(({ ifMatch }) => ifMatch)).toEqual(['"3"', '"4"']);
});

test('after a concurrent change of the same part, both are shown, and the choice sends the stored version', async () => {
  const { server, page, done } = await sendAfterConflict({
    account: { ...account, tel: '08033334444' },
    etag: '"4"',
  });
  expect(server.waiting).toEqual([]);
  const values = page.all('dl').map((list) => list.textContent);
  expect(values).toEqual(['電話番号090-1111-2222', '電話番号080-3333-4444']);
  await page.press('入力した内容で上書きする');
  expect(server.sent.at(-1)?.ifMatch).toBe('"4"');
  await server.refuse('InternalError', 'うまくいきませんでした。');
  await page.press('保存済みの内容にする');
  expect(done).toHaveBeenCalledOnce();
});

test('an erasure is not sent before its word is typed', async () => {
  const send = vi.fn(async () => 'done');
  const onDone = vi.fn();
  const page = open(
    <ReasonDialog
      {...{ isOpen: true, title: '消去しますか？', action: '消去', isTyped: true }}
      {...{ send, onClose: noop, onDone }}
    >
      元に戻せません。
    </ReasonDialog>,
  );
  await page.type('理由', '本人の申し出');
  await page.press('消去');
  await page.type('確認のため', '消去');
  await page.press('消去');
  expect(send).not.toHaveBeenCalled();
  await page.type('確認のため', '消去する');
  await page.press('消去');
  expect(send.mock.calls[0]?.[0 as never]).toEqual({ typed: '消去する', reason: '本人の申し出' });
  expect(onDone).toHaveBeenCalledExactlyOnceWith('done');
});
