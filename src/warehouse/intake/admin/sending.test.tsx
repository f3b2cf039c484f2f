import { expect, test, vi } from 'vitest';
import { makeAppraisalId } from '#giving/applications/appraisal-number.ts';
import { clearMessage } from '#kit/ui/message.ts';
import { apiServer } from '#test/stand-ins/page/api-server.ts';
import { open, openTab } from '#test/stand-ins/page/open.tsx';
import { signIn } from '#test/stand-ins/page/person.ts';
import { type Done, describeSending } from '#test/stand-ins/page/sending.ts';
import type { BoxException } from '#warehouse/intake/box-exception.ts';
import type { Scan } from '#warehouse/intake/scan.ts';
import { ExceptionForm } from './exception-page.tsx';
import { ScannedBox } from './latest-scan.tsx';
import { NewException } from './new-exception.tsx';
import { TakeBackButton } from './take-back-button.tsx';

const number = makeAppraisalId(new Uint8Array([1, 2, 3, 4, 5, 6, 7]));
const card = {
  ...{ appraisalId: number, number: 2, boxes: 3, name: '髙橋 花子', nameKana: 'たかはし はなこ' },
  ...{ targetName: '海の会', products: ['clothing'], needReceipt: true, state: 'goods-received' },
  ...{ kitAgeDays: 12, came: [1, 2], received: { at: '20260501090000000', byName: '園田' } },
  isResultWaiting: false,
};
const scan = {
  ...{ id: 's/1', code: 'TS-1-2', outcome: 'received', takenBackAt: null, takeBack: 'free', card },
} as unknown as Scan;
const withReason = { ...scan, takeBack: 'with-reason' } as Scan;
const takeBack = 'POST /api/office/intake/scans/s%2F1/take-back';

describeSending({
  'taking a scan back at once': {
    part: (done) => <TakeBackButton scan={scan} onDone={(changed) => done(changed)} />,
    press: '取り消す',
    sends: { to: takeBack, body: { reason: '' } },
    answer: { id: 's/1', takenBackAt: 'now' },
    done: [{ id: 's/1', takenBackAt: 'now' }],
  },
});

const asksReason = {
  errors: [{ path: 'reason', message: '理由を入力してください。' }],
};

/** Whether the page shows the dialog that corrects a scan. */
const isOpen = (page: ReturnType<typeof open>) => page.find('dialog', '受付を訂正').open;

test('where the ten minutes are over, the reason is asked for, and then sent', async () => {
  const server = apiServer();
  const onDone = vi.fn();
  const page = open(<TakeBackButton scan={scan} onDone={onDone} />);
  expect(page.all('dialog')[0]?.open).toBe(false);
  await page.press('取り消す');
  await server.refuse('ValidationError', 'ご確認ください。', asksReason);
  await page.do(clearMessage);
  expect(isOpen(page)).toBe(true);
  expect(onDone).not.toHaveBeenCalled();
  const dialog = page.within('dialog', '受付を訂正');
  await dialog.type('理由', '別の箱でした');
  await dialog.press('訂正する');
  expect(server.sent.at(-1)).toEqual({ to: takeBack, body: { reason: '別の箱でした' } });
  await server.answer(scan);
  expect(onDone).toHaveBeenCalledOnce();
});

test('another refusal of the first try opens no window', async () => {
  const server = apiServer();
  const page = open(<TakeBackButton scan={scan} onDone={vi.fn()} />);
  await page.press('取り消す');
  await server.refuse('Conflict', 'もう取り消されています。');
  expect(page.all('dialog')[0]?.open).toBe(false);
  expect(page.text).toContain('もう取り消されています。');
});

test('later a scan is set right with a reason, which is asked for before anything is sent', async () => {
  const server = apiServer();
  const page = open(<TakeBackButton scan={withReason} onDone={vi.fn()} />);
  await page.press('訂正する');
  expect(server.sent).toEqual([]);
  expect(isOpen(page)).toBe(true);
  await page.type('理由', '別の箱でした');
  await page.within('dialog', '受付を訂正').press('訂正する');
  expect(server.sent).toEqual([{ to: takeBack, body: { reason: '別の箱でした' } }]);
  await server.refuse('InternalError', 'うまくいきませんでした。');
  expect(isOpen(page)).toBe(true);
});

test('who may not take a scan back sees no button', () => {
  const none = { ...scan, takeBack: 'none' } as Scan;
  expect(open(<TakeBackButton scan={none} onDone={vi.fn()} />).buttons).toEqual([]);
});

test('what one has to know of a box stands each beside its own label', () => {
  const page = open(<ScannedBox scan={scan} />);
  expect(page.facts).toMatchObject({
    ...{ お名前: '髙橋 花子たかはし はなこ', 届いた箱: '1、2箱目・残り1箱', 寄付先: '海の会' },
    ...{ 受領証明書: '希望する', 箱の発送から: '12日' },
  });
  expect(page.facts.申込番号).toContain(number);
  expect(page.links.この箱を査定する).toContain(`/admin/appraisals/${number}`);
});

test.each([
  [{ came: [] }, 'まだありません（全3箱）'],
  [{ came: [1, 2, 3] }, '1、2、3箱目・そろいました'],
  [{ came: [3] }, '3箱目・残り2箱'],
])('of the boxes %j came: %s', (changes, words) => {
  const page = open(<ScannedBox scan={{ ...scan, card: { ...card, ...changes } } as Scan} />);
  expect(page.facts.届いた箱).toBe(words);
});

test.each([
  [{}, '受け付けました'],
  [{ outcome: 'again' }, '2026/05/01 09:00に園田さんが受け付けています。'],
  [{ takenBackAt: '20260501100000000' }, '受付を取り消しました'],
  [{ outcome: 'unknown', card: null }, '番号が見つかりません TS-1-2'],
  [
    { card: { ...card, isResultWaiting: true } },
    'このお申し込みの査定結果は、確定を待っています。',
  ],
  [
    { takenBackAt: '20260501100000000', card: { ...card, came: [] } },
    'この箱の読み取りのほかでも到着が記録されている',
  ],
])('a scan that is %j says: %s', (changes, words) => {
  expect(open(<ScannedBox scan={{ ...scan, ...changes } as Scan} />).text).toContain(words);
});

const colleagues = [
  { uid: 'sou', name: '園田' },
  { uid: 'rin', name: '林' },
];
const exception = {
  ...{ id: 'e1', version: 3, kind: 'no-number', appraisalId: '', place: '棚1', reason: '番号なし' },
  ...{ pictures: [], owner: { uid: 'sou', name: '園田' }, dueOn: '2026-12-01', ending: '' },
  ...{ endingNote: '', ended: null, changedAt: '20261101090000000', changedByName: '林' },
} as unknown as BoxException;
const exceptionApi = '/api/office/intake/exceptions/e1';
const editing = (done: Done) => (
  <ExceptionForm
    exception={exception}
    colleagues={colleagues}
    onSaved={(saved) => void done(saved)}
  />
);

describeSending({
  'seeing to an exception': {
    part: editing,
    async fill(page) {
      await page.type('置き場所', '棚3の上');
      await page.type('詳しい理由', 'ラベルが破れている');
      await page.choose('担当者', '林');
      await page.type('期限', '2026-12-24');
      await page.type('どうなったかのメモ', '電話した');
    },
    press: '保存する',
    sends: {
      to: `POST ${exceptionApi}`,
      body: {
        ...{ kind: 'no-number', appraisalId: '', place: '棚3の上', reason: 'ラベルが破れている' },
        ...{ imageIds: [], ownerUid: 'rin', dueOn: '2026-12-24', ending: '' },
        ...{ endingNote: '電話した', endingReason: '' },
      },
      ifMatch: '"3"',
    },
    answer: { id: 'e1', version: 4 },
    done: [{ id: 'e1', version: 4 }],
    toast: '保存しました。',
    field: 'place',
    onConflict: { asks: [`GET ${exceptionApi}`] },
  },
});

test('an exception that a colleague changed meanwhile stands beside what was typed, and is named by the next press', async () => {
  const server = apiServer();
  const page = open(editing(vi.fn()));
  await page.type('置き場所', '棚3');
  await page.press('保存する');
  await server.refuse('Conflict', '先に変更されています');
  await server.answer({ ...exception, place: '棚9', version: 5 });
  expect(page.text).toContain('2026/11/01 09:00に林さんが変更しています。');
  const [mine, theirs] = page.all('dl').map((list) => list.textContent);
  expect(mine).toContain('置き場所棚3');
  expect(theirs).toContain('置き場所棚9');
  await page.press('入力した内容で上書きする');
  expect(server.sent.at(-1)).toMatchObject({ ifMatch: '"5"', body: { place: '棚3' } });
});

test('a box is put on the shelf with what its scan says, once', async () => {
  const tab = openTab();
  const server = apiServer({ 'GET /api/office/intake/colleagues': colleagues });
  await signIn(server, { uid: 'sou', role: 'warehouse' });
  const onDone = vi.fn();
  const extra = { ...scan, outcome: 'extra' } as Scan;
  const page = open(<NewException scan={extra} onDone={onDone} />, {}, tab);
  await page.do(() => undefined);
  await page.type('置き場所', '棚3');
  await page.press('保留の棚に置く');
  await page.press('保留の棚に置く');
  expect(server.sent).toHaveLength(1);
  expect(server.sent[0]).toMatchObject({
    to: 'POST /api/office/intake/exceptions',
    body: {
      scanId: 's/1',
      exception: {
        ...{ appraisalId: number, place: '棚3', reason: 'お申し込みより多い箱です。' },
        ...{ imageIds: [], ownerUid: 'sou', ending: '' },
      },
    },
    key: 'key 1',
  });
  await server.answer({ id: 'e2' });
  expect(onDone).toHaveBeenCalledExactlyOnceWith({ id: 'e2' });
  expect(page.toast).toBe('保留の棚に置きました。');
});
