import { expect, test, vi } from 'vitest';
import type { Query } from '#kit/client/use-query.ts';
import { clearMessage } from '#kit/ui/message.ts';
import { toTimestamp } from '#kit/values/timestamp.ts';
import { apiServer } from '#test/stand-ins/page/api-server.ts';
import { open } from '#test/stand-ins/page/open.tsx';
import { type Done, describeSending } from '#test/stand-ins/page/sending.ts';
import type { KitBatch, KitBatchEntry, KitReview } from '#warehouse/kits/kit-batch.ts';
import { TakeBackMark } from './batch-detail.tsx';
import { DissolveDialog } from './dissolve-dialog.tsx';
import { DownloadButton } from './download-button.tsx';
import { OptionsForm } from './kit-sender-page.tsx';
import { MarkPanel } from './mark-panel.tsx';
import { MendForms } from './mend-forms.tsx';

const batch = {
  ...{ id: 'b1', version: 6, state: 'frozen', applications: 12 },
  markedAt: toTimestamp(new Date()),
} as unknown as KitBatch;
const path = '/api/office/kits/batches/b1';

const yamato = { address: '東京都千代田区1-1', building: '見本荘', name: '髙橋 花子' };
const sagawa = {
  ...{ address1: '東京都千代田区', address2: '1-1', address3: '見本荘' },
  ...{ name1: '髙橋', name2: '花子' },
};
const entry = {
  ...{ position: 3, appraisalId: 'TS-1', address: '東京都千代田区1-1', name: '髙橋 花子' },
  ...{ state: 'waiting', isSentByHand: false },
  yamato: { lines: yamato, problems: ['住所が長すぎます'] },
  sagawa: { lines: sagawa, problems: [] },
} as unknown as KitBatchEntry;

const stored = {
  ...{ carrier: 'yamato' as const, goods: '衣類', kana: 'タスキ' },
  sender: {
    ...{ name: 'たすき', tel: '0312345678', zipcode: '1000001' },
    ...{ address: '東京都千代田区1-1', building: '見本ビル' },
  },
  ...{ yamatoCustomer: '1234567890', yamatoClass: '1', yamatoFare: '01', yamatoHeader: true },
  ...{ sagawaCustomer: '123456', sagawaEncoding: 'cp932' as const },
  version: 3,
};

const review = (changes: Partial<KitReview> = {}): Query<KitReview> => ({
  value: {
    ...{ seen: 'digest', ready: 10, changed: [], cancelled: [], sentByHand: [] },
    ...changes,
  } as unknown as KitReview,
  ...{ problem: undefined, isLoading: false, reload: vi.fn(), change: vi.fn() },
});

const mending = (done: Done, of = batch, shown = entry) => (
  <MendForms
    {...{ entry: shown, batch: of }}
    onMended={() => done('mended')}
    onStale={() => done('stale')}
    onTakenOut={() => done('taken out')}
  />
);

describeSending({
  'taking one application out of a batch': {
    part: (done) => mending(done),
    press: 'この1件を束から外す',
    sends: { to: `POST ${path}/entries/3/take-out`, body: {}, ifMatch: '"6"' },
    done: ['taken out'],
    toast: 'TS-1を束から外しました。',
    onConflict: { done: 1 },
  },
  'giving a batch up': {
    part: (done) => (
      <DissolveDialog batch={batch} isOpen onClose={() => undefined} onDone={() => done()} />
    ),
    fill: (page) => page.type('解除の理由', '送り状の印刷ずれ'),
    press: '解除する',
    sends: { to: `POST ${path}/dissolve`, body: { reason: '送り状の印刷ずれ' }, ifMatch: '"6"' },
    toast: '束を解除しました。',
    field: 'reason',
    onConflict: { done: 1 },
  },
  'marking a batch as sent': {
    part: (done) => <MarkPanel batch={batch} review={review()} onChanged={() => done()} />,
    press: 'この束を発送済みにする',
    sends: { to: `POST ${path}/mark`, body: { seen: 'digest', choices: [] }, ifMatch: '"6"' },
    answer: { sent: 1_200, leftOut: 3 },
    toast: '1,200件を発送済みにしました。3件は外しました。',
  },
  'taking back that a batch was sent': {
    part: (done) => <TakeBackMark batch={batch} onChanged={() => done()} />,
    press: 'この束の発送済みを取り消す',
    sends: { to: `POST ${path}/take-back`, body: {}, ifMatch: '"6"' },
    answer: { takenBack: 11, stayed: 1 },
    toast: '11件を発送前に戻しました。1件はそのままです。',
  },
  'saving a file of a batch': {
    part: () => (
      <DownloadButton path={`${path}/labels.pdf`} fileName="labels.pdf">
        ラベル
      </DownloadButton>
    ),
    press: 'ラベル',
    sends: { to: `GET ${path}/labels.pdf` },
    answer: new Blob(['x']),
    isSilent: true,
  },
  'who sends the kits': {
    part: (done) => <OptionsForm stored={stored} onSaved={(saved) => done(saved)} />,
    async fill(page) {
      await page.type('品名', '古着');
      await page.tick('ファイルに見出しの行をつける');
      await page.choose('UTF-8');
    },
    press: '保存する',
    sends: {
      to: 'POST /api/office/kits/sender',
      body: {
        ...{ carrier: 'yamato', goods: '古着', kana: 'タスキ' },
        ...{ yamatoCustomer: '1234567890', yamatoClass: '1', yamatoFare: '01' },
        ...{ yamatoHeader: false, sagawaCustomer: '123456', sagawaEncoding: 'utf8' },
      },
      ifMatch: '"3"',
    },
    answer: { version: 4 },
    done: [{ version: 4 }],
    toast: '運送会社の設定を保存しました。',
    field: 'goods',
    onConflict: { asks: ['GET /api/office/kits/sender'] },
  },
});

test('a sender that a colleague saved meanwhile stands beside what was typed, and is named by the next press', async () => {
  const server = apiServer();
  const page = open(<OptionsForm stored={stored} onSaved={vi.fn()} />);
  await page.press('保存する');
  await server.refuse('Conflict', '先に変更されています');
  await server.answer({ ...stored, goods: '書籍', version: 5 });
  const [mine, theirs] = page.all('dl').map((list) => list.textContent);
  expect(mine).toContain('衣類');
  expect(theirs).toContain('書籍');
  await page.press('入力した内容で上書きする');
  expect(server.sent.at(-1)?.ifMatch).toBe('"5"');
});

const changed = ['TS-1', 'TS-2'].map((appraisalId) => ({
  ...{ appraisalId, name: '花子' },
  changes: [{ label: '住所', before: '東京都', after: '' }],
}));

test('a batch cannot be marked before each changed application has a choice', async () => {
  const server = apiServer();
  const value = { changed } as unknown as Partial<KitReview>;
  const page = open(<MarkPanel batch={batch} review={review(value)} onChanged={vi.fn()} />);
  expect(page.text).toContain('束にしたあとで、2件の内容が変わりました');
  expect(page.text).toContain('住所：東京都 → （なし）');
  expect(page.isDisabled('この束を発送済みにする')).toBe(true);
  await page.within('fieldset', 'TS-1').choose('印刷のまま発送した');
  expect(page.text).toContain('内容が変わった1件の扱いを選んでください。');
  await page.within('fieldset', 'TS-2').choose('外して、次の束に入れる');
  expect(page.text).toContain('11件が「箱を発送」になり');
  await page.press('この束を発送済みにする');
  expect(server.sent.at(-1)?.body).toEqual({
    seen: 'digest',
    choices: [
      { appraisalId: 'TS-1', choice: 'send' },
      { appraisalId: 'TS-2', choice: 'leave-out' },
    ],
  });
});

test('cancelled applications and those already sent are distinguished', () => {
  const one = (appraisalId: string) => ({ appraisalId, name: '花子', state: 'cancelled' });
  const value = { cancelled: [one('TS-3')], sentByHand: [one('TS-4')] };
  const page = open(
    <MarkPanel batch={batch} review={review(value as never)} onChanged={vi.fn()} />,
  );
  const text = page.text;
  expect(text.indexOf('1件は取り消されています。箱を抜いてください')).toBeGreaterThan(-1);
  expect(text.indexOf('TS-3')).toBeLessThan(text.indexOf('すでに手作業で発送済み'));
  expect(text.indexOf('TS-4')).toBeGreaterThan(text.indexOf('すでに手作業で発送済み'));
});

test('where the batch changed meanwhile, it is said in a window and asked for once that is closed', async () => {
  const server = apiServer();
  const onChanged = vi.fn();
  const page = open(<MarkPanel batch={batch} review={review()} onChanged={onChanged} />);
  await page.press('この束を発送済みにする');
  await server.refuse('Conflict', '内容が変わりました。');
  expect(page.message).toBe('発送済みにしていません 内容が変わりました。');
  expect(onChanged).not.toHaveBeenCalled();
  await page.do(clearMessage);
  expect(onChanged).toHaveBeenCalledOnce();
});

test('ten minutes after it was marked a batch is not taken back', () => {
  const markedAt = (minutes: number) => toTimestamp(new Date(Date.now() - minutes * 60_000));
  const buttons = (at: string | null) =>
    open(<TakeBackMark batch={{ ...batch, markedAt: at }} onChanged={vi.fn()} />).buttons;
  expect(buttons(markedAt(9))).toHaveLength(1);
  expect(buttons(markedAt(11))).toEqual([]);
  expect(buttons(null)).toEqual([]);
});

test.each([
  [
    'yamato' as const,
    'ヤマト',
    [
      ['お届け先住所', '東京都千代田区2-2'],
      ['アパートマンション名', '別荘'],
      ['お届け先名', '佐藤'],
    ],
    { address: '東京都千代田区2-2', building: '別荘', name: '佐藤' },
    yamato,
  ],
  [
    'sagawa' as const,
    '佐川',
    [
      ['お届け先住所１', '東京都港区'],
      ['お届け先住所２', '2-2'],
      ['お届け先住所３', '別荘'],
      ['お届け先名称１', '佐藤'],
      ['お届け先名称２', '太郎'],
    ],
    { address1: '東京都港区', address2: '2-2', address3: '別荘', name1: '佐藤', name2: '太郎' },
    sagawa,
  ],
])(
  'a slip of %s is mended line by line, beside what was seen',
  async (carrier, name, typed, mended, seen) => {
    const server = apiServer();
    const done = vi.fn();
    const page = open(mending(done));
    expect(page.text).toContain('束にしたときの住所：東京都千代田区1-1');
    const form = page.within('form', name);
    for (const [label = '', text = ''] of typed) await form.type(label, text);
    await form.press('この分け方で保存する');
    expect(server.sent).toEqual([
      { to: `POST ${path}/entries/3/slip`, body: { carrier, lines: mended, seen } },
    ]);
    await server.answer();
    expect(done).toHaveBeenCalledExactlyOnceWith('mended');
    await form.press('この分け方で保存する');
    await server.refuse('Conflict', '先に直されています。');
    expect(form.text).toContain('先に直されています。');
    expect(done).toHaveBeenLastCalledWith('stale');
  },
);

test('the problems of a slip are shown at its carrier', () => {
  const page = open(mending(vi.fn()));
  expect(page.within('form', 'ヤマト').text).toContain('住所が長すぎます');
  expect(page.within('form', '佐川').text).not.toContain('このままでは書き出せません');
});

test('slips can be corrected only in a frozen batch, and only pending entries taken out', () => {
  const buttons = (of: object, shown: object = {}) =>
    open(mending(vi.fn(), { ...batch, ...of } as KitBatch, { ...entry, ...shown } as KitBatchEntry))
      .buttons;
  expect(buttons({ state: 'marked' })).toEqual([]);
  const mend = ['この分け方で保存する', 'この分け方で保存する'];
  expect(buttons({})).toEqual([...mend, 'この1件を束から外す']);
  expect(buttons({}, { isSentByHand: true })).toEqual(mend);
  expect(buttons({}, { state: 'cancelled' })).toEqual(mend);
});
