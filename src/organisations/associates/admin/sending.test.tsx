import { expect, test, vi } from 'vitest';
import { apiServer } from '#test/stand-ins/page/api-server.ts';
import { open } from '#test/stand-ins/page/open.tsx';
import { type Done, describeSending } from '#test/stand-ins/page/sending.ts';
import { AgreementPanel } from './agreement-panel.tsx';
import { SendBack } from './associate-page.tsx';
import { CertificationPanel } from './certification-panel.tsx';
import { MergePanel } from './merge-panel.tsx';
import { StatePanel } from './state-panel.tsx';

const path = '/api/office/associates/umi';
const certification = (id: string, more: object = {}) => ({
  ...{ id, number: `${id}号`, authority: '東京都知事', certifiedOn: '2024-04-01' },
  ...{ expiresOn: '2029-03-31', hasTaxCredit: true, withdrawnAt: null, ...more },
});
const associate = {
  ...{ id: 'umi', name: '海の会', state: 'published', missing: [], mergedInto: '' },
  ...{ certificationEndsOn: '2029-03-31', alert: '' },
  ...{ stateNote: '', endedOn: '', isDeductible: true, certifications: [certification('c1')] },
  agreements: [
    {
      ...{ id: 'a1', startsOn: '2026-04-01', endsOn: '', publishes: 'after-look', note: '' },
      ...{ createdAt: '20260301090000000', feeBasisPoints: 1_525, handlingYen: 1_100 },
      ...{ minimumYen: 3_000, issuesLateReceipts: false },
    },
  ],
};
const props = (done: Done, changes: object = {}) =>
  ({
    ...{ path, mayEdit: true, associate: { ...associate, ...changes } },
    onChanged: (changed: unknown) => void done(changed),
  }) as never as Parameters<typeof StatePanel>[0];
const changed = { answer: { state: 'paused' }, done: [{ state: 'paused' }] };

describeSending({
  'an agreement': {
    part: (done) => <AgreementPanel {...props(done)} />,
    async fill(page) {
      await page.press('契約を記録する');
      await page.type('契約の始まる日', '2026-10-01');
      await page.type('契約の終わる日', '2027-09-30');
      await page.type('手数料（％）', '12.5');
      await page.type('送料・作業費', '1200');
      await page.type('送金の下限', '5000');
      await page.choose('団体が変更した内容の公開', '団体の変更をすぐに公開する');
      await page.tick('あとからの受領証明書を発行する');
      await page.type('メモ', '更新');
    },
    press: '記録する',
    sends: {
      to: `POST ${path}/agreements`,
      body: {
        ...{ startsOn: '2026-10-01', endsOn: '2027-09-30', feePercent: '12.5' },
        ...{ handlingYen: 1_200, minimumYen: 5_000, publishes: 'at-once' },
        ...{ issuesLateReceipts: false, note: '更新' },
      },
    },
    ...changed,
    toast: '契約を記録しました。',
    field: 'feePercent',
  },
  'a certification': {
    part: (done) => <CertificationPanel {...props(done)} />,
    async fill(page) {
      await page.press('認定を記録する');
      await page.type('認定の番号', '8号');
      await page.type('認定した所轄庁', '大阪府知事');
      await page.type('認定された日', '2026-04-01');
      await page.type('期限の日（当日まで有効）', '2031-03-31');
      await page.tick('税額控除の対象になる証明がある');
    },
    press: '記録する',
    sends: {
      to: `POST ${path}/certifications`,
      body: {
        ...{ number: '8号', authority: '大阪府知事', certifiedOn: '2026-04-01' },
        ...{ expiresOn: '2031-03-31', hasTaxCredit: false },
      },
    },
    ...changed,
    toast: '認定を記録しました。',
    field: 'authority',
  },
  'a certification that is withdrawn': {
    part: (done) => <CertificationPanel {...props(done)} />,
    async fill(page) {
      await page.press('取り下げる');
      await page.type('取り下げる理由', '番号のまちがい');
    },
    press: '取り下げる',
    sends: { to: `POST ${path}/certifications/c1/withdraw`, body: { reason: '番号のまちがい' } },
    ...changed,
    toast: '認定の記録を取り下げました。',
    field: 'reason',
  },
  'a draft that goes back to its organisation': {
    part: (done) => <SendBack path={path} onDone={() => done()} />,
    known: { [`GET ${path}`]: { current: {}, draft: { state: 'waiting' } } },
    async fill(page) {
      await page.do(() => undefined);
      await page.type('直してほしいこと', '電話番号をご確認ください');
    },
    press: '理由を添えて戻す',
    sends: { to: `POST ${path}/send-back`, body: { note: '電話番号をご確認ください' } },
    toast: '団体に戻しました。',
    field: 'note',
  },
});

test.each([
  ['休止する', 'paused', { endedOn: '', note: 'お知らせ' }, '休止中'],
  ['終了する', 'ended', { endedOn: '2026-10-31', note: 'お知らせ' }, '終了'],
])(
  '%s: the change of state names both states, and its effect on the page',
  async (press, to, more, label) => {
    const server = apiServer();
    const done = vi.fn();
    const page = open(<StatePanel {...props(done)} />);
    await page.press(press);
    expect(server.sent).toEqual([]);
    const form = page.within('dialog', press);
    if (to === 'ended') await form.type('終了した日', more.endedOn);
    else expect(form.text).not.toContain('終了した日');
    await form.type('ページに表示するお知らせ', more.note);
    await form.press(press);
    expect(server.sent).toEqual([
      { to: `POST ${path}/state`, body: { from: 'published', to, ...more } },
    ]);
    await server.answer({ ...associate, state: to });
    expect(page.toast).toContain(label.slice(0, 2));
    expect(done).toHaveBeenCalledExactlyOnceWith({ ...associate, state: to });
  },
);

test('an incomplete organisation is not published, and the missing parts are listed', () => {
  const page = open(
    <StatePanel {...props(vi.fn(), { state: 'draft', missing: ['契約', '写真'] })} />,
  );
  expect(page.text).toContain('公開するには、次のものが必要です。 契約 写真');
  expect(page.has('いまの内容で公開する')).toBe(false);
  const whole = open(<StatePanel {...props(vi.fn(), { state: 'draft' })} />);
  expect(whole.has('いまの内容で公開する')).toBe(true);
});

test('a merged organisation cannot change state, nor can a reader change any', () => {
  expect(open(<StatePanel {...props(vi.fn(), { mergedInto: 'yama' })} />).buttons).toEqual([]);
  expect(open(<StatePanel {...props(vi.fn())} mayEdit={false} />).buttons).toEqual([]);
});

test('each figure of an agreement is at its own label', () => {
  const { text } = open(<AgreementPanel {...props(vi.fn())} />);
  expect(text).toContain('2026/04/01から（期限なし）');
  expect(text).toContain('手数料15.25％・送料と作業費は1箱1,100円・送金の下限3,000円');
  expect(text).toContain('受領証明書は、お申し込みのときに希望した方にだけ発行します');
});

test('a certification stands with its days; a withdrawn one is not withdrawn again', () => {
  const certifications = [certification('c1'), certification('c2', { withdrawnAt: 'x' })];
  const page = open(<CertificationPanel {...props(vi.fn(), { certifications })} />);
  const [first, second] = page.all('li').map((item) => item.textContent);
  expect(first).toContain('c1号（東京都知事）');
  expect(first).toContain('2024/04/01から2029/03/31まで・税額控除あり');
  expect(second).toContain('取り下げ済み');
  expect(page.buttons.filter((name) => name.startsWith('取り下げる'))).toHaveLength(1);
});

test('a merge requires its preview and the typed name', async () => {
  const server = apiServer();
  const page = open(<MergePanel {...props(vi.fn())} />);
  await page.type('統合先の団体のID', 'yama');
  await page.press('移るものを確かめる');
  const shown = {
    ...{ from: { id: 'umi', name: '海の会' }, into: { id: 'yama', name: '山の会' } },
    ...{ donations: 12, donationYen: 34_500, applications: 3, pledges: 4, people: 5 },
    ...{ activities: 6, thanks: 7, voidedReceipts: 8, blockers: [] },
  };
  await server.answer(shown);
  expect(page.facts).toEqual({
    ...{ 統合先: '山の会（yama）', 寄付: '12件・34,500円', お申し込み: '3件', '#mypledge': '4件' },
    ...{ 担当者: '5人', 活動とお礼: '13件' },
  });
  expect(page.text).toContain('一年分の証明書8通は');
  await page.type('確認のため「海の会」と入力', '海の会');
  await page.press('山の会への統合を依頼する');
  expect(server.sent.at(-1)).toEqual({
    to: `POST ${path}/merge`,
    body: { into: 'yama', confirmation: '海の会' },
  });
  await server.answer({ id: 'a1', dueAt: null });
  expect(page.toast).toBe('統合を依頼しました。もう1人が承認すると反映します。');
  expect(page.buttons).not.toContain('山の会への統合を依頼する');
});
