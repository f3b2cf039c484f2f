import { expect, test, vi } from 'vitest';
import { makeAppraisalId } from '#giving/applications/appraisal-number.ts';
import { apiServer } from '#test/stand-ins/page/api-server.ts';
import { open } from '#test/stand-ins/page/open.tsx';
import { describeSending } from '#test/stand-ins/page/sending.ts';
import { NewRowForm, WaitingRowForm } from './waiting-row-form.tsx';

const path = '/api/office/results/waiting/w1';
const row = {
  ...{ id: 'w1', row: 12, version: 4, targetName: '海の会', changedAt: '20261101090000000' },
  ...{ changedBy: '園田', flags: [], overrideReason: '', takenOut: null, appraisalId: 'TS-1' },
  ...{ receivedOn: '2026-10-01', appraisedOn: '2026-10-05', itemCount: 8, pricedCount: 5 },
  ...{ appraisedYen: 1_000, bonusYen: 200, outcome: 'completed', note: '' },
  items: [{ name: 'コート', quantity: 1, amountYen: 1_000, code: 'c1' }],
};
const doubtful = { ...row, flags: [{ code: 'high', message: '金額が高めです。' }] };
async function mend(page: ReturnType<typeof open>) {
  const item = page.within('fieldset', '');
  await page.type('受付日', '2026-10-02');
  await page.type('査定完了日', '2026-10-06');
  await page.type('点数', '9');
  await page.type('買取点数', '6');
  await page.type('査定金額（円）', '2,000');
  await page.type('加算額（円）', '300');
  await page.type('備考', 'きれいでした');
  await item.type('品目', '上着');
  await item.type('点数', '2');
  await item.type('査定金額（円）', '1900');
}
const mended = {
  ...{ receivedOn: '2026-10-02', appraisedOn: '2026-10-06', itemCount: 9, pricedCount: 6 },
  ...{ appraisedYen: 2_000, bonusYen: 300, outcome: 'completed', note: 'きれいでした' },
  overrideReason: '',
};
const appraisalId = makeAppraisalId(new Uint8Array([1, 2, 3, 4, 5, 6, 7]));

describeSending({
  'a row that is mended': {
    part: (done) => <WaitingRowForm id="w1" mayMend onChanged={() => done()} />,
    known: { [`GET ${path}`]: row },
    fill: mend,
    press: '保存する',
    sends: {
      to: `POST ${path}`,
      body: {
        ...mended,
        items: [{ name: '上着', quantity: 2, amountYen: 1_900, code: 'c1' }],
        version: 4,
      },
      key: 'key 1',
    },
    toast: '直しました。',
    field: 'bonusYen',
    onConflict: { hides: true },
  },
  'a row that is taken out': {
    part: (done) => <WaitingRowForm id="w1" mayMend onChanged={() => done()} />,
    known: { [`GET ${path}`]: row },
    fill: (page) => page.type('この行を外す理由', '二重の行'),
    press: '外す',
    sends: { to: `POST ${path}/take-out`, body: { reason: '二重の行', version: 4 }, key: 'key 1' },
  },
  'a row that is put back': {
    part: (done) => <WaitingRowForm id="w1" mayMend onChanged={() => done()} />,
    known: { [`GET ${path}`]: { ...row, takenOut: { at: '20261101090000000', by: '林' } } },
    press: '取り込みに戻す',
    sends: { to: `POST ${path}/put-back`, body: { version: 4 }, key: 'key 1' },
  },
  'a row that was in no file': {
    part: (done) => <NewRowForm batchId="b1" onDone={() => done()} />,
    async fill(page) {
      await page.type('申込番号', appraisalId);
      await page.type('受付日', '2026-10-02');
      await page.type('査定完了日', '2026-10-06');
      await page.type('点数', '9');
      await page.type('買取点数', '6');
      await page.type('査定金額（円）', '2000');
      await page.type('加算額（円）', '300');
      await page.type('備考', 'きれいでした');
    },
    press: '加える',
    sends: {
      to: 'POST /api/office/results/batches/b1/rows',
      body: { ...mended, items: [], appraisalId },
      key: 'key 1',
    },
    toast: '行を加えました。',
    field: 'appraisalId',
  },
});

async function reading(shown: object, mayMend = true) {
  const server = apiServer({ [`GET ${path}`]: shown });
  const page = open(<WaitingRowForm id="w1" mayMend={mayMend} onChanged={vi.fn()} />);
  await page.do(() => undefined);
  return { server, page };
}

test('a doubtful row says why, and takes the reason for which it is right all the same', async () => {
  const { server, page } = await reading(doubtful);
  expect(page.text).toContain('金額が高めです。');
  await page.type('このままで正しい理由', 'ブランド品');
  await page.press('保存する');
  expect(server.sent.at(-1)?.body).toMatchObject({ overrideReason: 'ブランド品' });
  expect((await reading(row)).page.text).not.toContain('このままで正しい理由');
});

test('the donation follows the input, and an invalid number is sent as null', async () => {
  const { server, page } = await reading(row);
  expect(page.text).toContain('寄付金額 1,200円');
  await page.type('加算額（円）', '300');
  expect(page.text).toContain('寄付金額 1,300円');
  await page.type('点数', 'x');
  await page.press('保存する');
  expect(server.sent.at(-1)?.body).toMatchObject({ itemCount: null, pricedCount: 5 });
});

test('a row that a colleague mended meanwhile stands beside what was typed, and is named by the next press', async () => {
  const { server, page } = await reading(row);
  await page.type('備考', 'きれいでした');
  await page.press('保存する');
  server.know(`GET ${path}`, { ...row, itemCount: 7, version: 6 });
  await server.refuse('Conflict', '先に変更されています');
  const [mine, theirs] = page.all('dl').map((list) => list.textContent);
  expect(mine).toContain('点数8買取点数5査定金額1000加算額200備考きれいでした');
  expect(theirs).toContain('点数7買取点数5査定金額1000加算額200備考');
  await page.press('入力した内容で上書きする');
  expect(server.sent.at(-1)?.body).toMatchObject({ version: 6, itemCount: 8 });
});

test('a corrected row can be corrected again, in its new version', async () => {
  const { server, page } = await reading(row);
  await page.type('備考', 'きれいでした');
  await page.press('保存する');
  server.know(`GET ${path}`, { ...row, note: 'きれいでした', version: 5 });
  await server.answer({ ...row, note: 'きれいでした', version: 5 });
  expect(page.valueOf('備考')).toBe('きれいでした');
  await page.type('備考', 'とてもきれいでした');
  await page.press('保存する');
  expect(server.sent.at(-1)?.body).toMatchObject({ note: 'とてもきれいでした', version: 5 });
});

test('without permission a row is read-only', async () => {
  const { page } = await reading(row, false);
  expect(page.buttons).toEqual([]);
});
