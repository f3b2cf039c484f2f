import { expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { ReportDetails } from '#giving/pledges/admin/pledge-reports-page.tsx';
import type { AdminPledgeReport } from '#giving/pledges/admin-pledge-report.ts';
import { TextField } from '#kit/forms/fields/text-field.tsx';
import { TermsNotice } from '#people/legal/terms-notice.tsx';
import { LookActions } from '#site/looks/admin/looks-page.tsx';
import type { Look } from '#site/looks/look.ts';
import { apiServer } from '#test/stand-ins/page/api-server.ts';
import { open } from '#test/stand-ins/page/open.tsx';
import { type Done, describeSending } from '#test/stand-ins/page/sending.ts';
import { VersionedEditor, type VersionedEditorProps } from './versioned-editor.tsx';

type Content = { title: string };
const path = '/api/office/things/1';
const content = (title: string) => ({ content: { title }, number: 3, note: '' });
const versioned = (current: string, draft: object | null = null, coming: object[] = []) => ({
  ...{ current: content(current), coming },
  draft: draft && { ...content('夏'), state: 'draft', changedBy: '園田', ...draft },
});

/** An editor of a title, loaded in its third version. */
async function editing(
  loaded = versioned('春'),
  more: Partial<VersionedEditorProps<Content>> = {},
) {
  const server = apiServer({ [`GET ${path}/versions`]: [] });
  const onPublished = vi.fn();
  const page = open(
    <VersionedEditor<Content>
      path={path}
      schema={z.object({ title: z.string().check(z.minLength(1, '題名を入力してください。')) })}
      inWords={({ title }) => [{ label: '題名', value: title }]}
      preview={({ title }) => <p>見本：{title}</p>}
      onPublished={onPublished}
      {...more}
    >
      {(form) => <TextField form={form} path="title" label="題名" required />}
    </VersionedEditor>,
  );
  await server.answer(loaded, { to: `GET ${path}`, headers: { etag: '"3"' } });
  const sent = () => server.sent.filter(({ to }) => to.startsWith('POST'));
  const answer = (next: object, etag: string) => {
    const to = server.waiting.find((asked) => asked.startsWith('POST'));
    return server.answer(next, { to, headers: { etag } });
  };
  return { server, page, sent, answer, onPublished };
}
const save = (title: string, ifMatch: string) => ({
  ...{ to: `POST ${path}/draft`, body: { content: { title } }, ifMatch },
});
const publication = (ifMatch: string, body = { note: '', holdsFrom: '' }) => ({
  ...{ to: `POST ${path}/publish`, body, ifMatch },
});

test('without a draft the published version is edited, and is not published unchanged', async () => {
  const { page, sent } = await editing();
  expect(page.valueOf('題名')).toBe('春');
  expect(page.has('下書きを破棄する')).toBe(false);
  await page.press('公開する');
  expect(sent()).toEqual([]);
  expect(page.toast).toBe('変わったところはありません。');
});

test('one button stores what was typed and publishes it', async () => {
  const { page, sent, answer, onPublished } = await editing();
  await page.type('題名', '夏');
  await page.press('公開する');
  expect(sent()).toEqual([save('夏', '"3"')]);
  await answer(versioned('春', {}), '"4"');
  expect(sent().at(-1)).toEqual(publication('"4"'));
  expect(page.toast).toBe('');
  await answer(versioned('夏'), '"5"');
  expect(page.toast).toBe('公開しました。');
  expect(onPublished).toHaveBeenCalledOnce();
});

test('what was delivered with the product is published as it is', async () => {
  const delivered = { ...versioned('春'), current: { ...content('春'), number: 0 } };
  const { page, sent, answer } = await editing(delivered);
  await page.press('公開する');
  expect(sent()).toEqual([save('春', '"3"')]);
  await answer({ ...delivered, draft: versioned('春', {}).draft }, '"4"');
  expect(sent().at(-1)).toEqual(publication('"4"'));
});

test('a draft is saved with the version that was shown, and can then be published with its own', async () => {
  const { page, sent, answer, onPublished } = await editing();
  await page.type('題名', '夏');
  await page.press('下書きのまま置く');
  expect(sent()).toEqual([save('夏', '"3"')]);
  await answer(versioned('春', {}), '"4"');
  expect(page.toast).toBe('下書きを保存しました。');
  await page.type('変更の理由', '季節が変わった');
  await page.press('公開する');
  expect(sent().at(-1)).toEqual(publication('"4"', { note: '季節が変わった', holdsFrom: '' }));
  expect(onPublished).not.toHaveBeenCalled();
  await answer(versioned('夏'), '"5"');
  expect(page.toast).toBe('公開しました。');
  expect(onPublished).toHaveBeenCalledExactlyOnceWith({ versioned: versioned('夏'), etag: '"5"' });
});

test('unsaved input is saved before publishing, and published with the new version', async () => {
  const { page, sent, answer } = await editing(versioned('春', {}));
  await page.type('題名', '秋');
  await page.press('公開する');
  expect(sent()).toEqual([save('秋', '"3"')]);
  await answer(versioned('春', { content: { title: '秋' } }), '"4"');
  expect(sent().at(-1)).toEqual(publication('"4"'));
});

test('input that cannot be saved is not published, and its errors are shown at the fields', async () => {
  const { page, sent, server } = await editing(versioned('春', {}));
  await page.type('題名', '');
  await page.press('公開する');
  expect(sent()).toEqual([]);
  expect(page.text).toContain('題名を入力してください。');
  await page.type('題名', '秋');
  await page.press('公開する');
  await server.refuse('InternalError', 'うまくいきませんでした。', { to: `POST ${path}/draft` });
  expect(sent()).toHaveLength(1);
  expect(page.text).toContain('うまくいきませんでした。');
});

test('discarding a draft sends the version that was shown, and shows the published one again', async () => {
  const { page, sent, answer } = await editing(versioned('春', {}));
  expect(page.valueOf('題名')).toBe('夏');
  await page.press('下書きを破棄する');
  expect(sent()).toEqual([{ to: `POST ${path}/discard`, body: {}, ifMatch: '"3"' }]);
  await answer(versioned('春'), '"4"');
  expect(page.toast).toBe('下書きを破棄しました。');
  expect(page.valueOf('題名')).toBe('春');
});

test('a version stored by a colleague meanwhile is shown beside the input, and can replace it', async () => {
  const { page, server, answer } = await editing();
  await page.type('題名', '夏');
  await page.press('下書きのまま置く');
  await server.refuse('Conflict', '先に変更されています', { to: `POST ${path}/draft` });
  const stored = versioned('春', { content: { title: '冬' } });
  await server.answer(stored, { to: `GET ${path}`, headers: { etag: '"6"' } });
  const values = page.all('dl').map((list) => list.textContent);
  expect(values).toEqual(['題名夏', '題名冬']);
  expect(page.has('下書きのまま置く')).toBe(false);
  expect(page.has('公開する')).toBe(false);
  await page.press('入力した内容で上書きする');
  expect(server.sent.at(-1)).toEqual(save('夏', '"6"'));
  await answer(versioned('春', {}), '"7"');
  expect(page.valueOf('題名')).toBe('夏');
});

test('the stored version can replace the input', async () => {
  const { page, server } = await editing();
  await page.type('題名', '夏');
  await page.press('下書きのまま置く');
  await server.refuse('Conflict', '先に変更されています', { to: `POST ${path}/draft` });
  const stored = versioned('春', { content: { title: '冬' } });
  await server.answer(stored, { to: `GET ${path}`, headers: { etag: '"6"' } });
  await page.press('保存済みの内容にする');
  expect(page.valueOf('題名')).toBe('冬');
  await page.press('公開する');
  expect(server.sent.at(-1)).toEqual(publication('"6"'));
});

test('a publication day is asked for only where it may be scheduled', async () => {
  const { page, sent } = await editing(versioned('春', {}), { mayHoldLater: true });
  await page.type('いつから適用しますか', '2099-04-01');
  await page.press('公開する');
  expect(sent()).toEqual([publication('"3"', { note: '', holdsFrom: '2099-04-01' })]);
  expect((await editing(versioned('春', {}))).page.text).not.toContain('いつから適用しますか');
});

test('a draft under review is not sent again before it is changed', async () => {
  const asked = await editing(versioned('春', { state: 'waiting' }), { asksForLook: true });
  expect(asked.page.text).toContain('運営の確認を待っています');
  expect(asked.page.has('公開する')).toBe(false);
  await asked.page.type('題名', '秋');
  expect(asked.page.has('公開する')).toBe(true);
});

test('the reason for a returned draft and scheduled versions are shown', async () => {
  const { page } = await editing(
    versioned('春', { note: '題名を短く' }, [{ number: 4, holdsFrom: '2099-04-01' }]),
  );
  expect(page.text).toContain('差し戻しの理由：題名を短く');
  expect(page.text).toContain('第4版を、2099/04/01から適用します。');
});

test('a preview shows what is typed, until it is closed', async () => {
  const { page } = await editing();
  await page.press('プレビューを見る');
  await page.type('題名', '夏');
  expect(page.text).toContain('見本：夏');
  await page.press('プレビューを閉じる');
  expect(page.text).not.toContain('見本');
});

test('readers change nothing', async () => {
  const { page } = await editing(versioned('春', {}), { mayChange: false });
  expect(page.buttons.filter((name) => /置く|公開|破棄/.test(name))).toEqual([]);
  expect(page.all('fieldset')[0]?.disabled).toBe(true);
});

const look = { kind: 'activity', key: 'umi', tag: 7, note: '夏の活動' } as unknown as Look;
const looking = (done: Done) => <LookActions look={look} onDone={() => done()} />;
const named = { kind: 'activity', key: 'umi', tag: 7 };
const pledge = {
  ...{ id: 'p1', state: 'published', isWithheld: false, withheldReason: '', text: '母のコート' },
  ...{ items: [], reply: '', author: { name: '花' }, pledgedAt: '20261001090000000' },
  donation: { associateId: 'umi', socialChallengeId: '', associateName: '海の会', amount: null },
};
const report = (more: object = {}, of: object = {}) =>
  ({
    ...{ id: 'r1', reason: '電話番号が写っている', createdAt: '20261101090000000' },
    ...{ handledAt: null, pledge: { ...pledge, ...of }, ...more },
  }) as unknown as AdminPledgeReport;
const reporting = (done: Done, more?: object, of?: object) => (
  <ReportDetails report={report(more, of)} onChanged={() => done()} />
);

describeSending({
  'publishing what was read': {
    part: looking,
    press: '公開する',
    sends: { to: 'POST /api/office/looks/publish', body: named },
    toast: '公開しました。',
  },
  'giving back what was read': {
    part: looking,
    async fill(page) {
      await page.press('差し戻す');
      await page.type('差し戻す理由', '写真をご確認ください');
    },
    press: '差し戻す',
    sends: {
      to: 'POST /api/office/looks/return',
      body: { ...named, reason: '写真をご確認ください' },
    },
    toast: '差し戻しました。',
    field: 'reason',
  },
  'a report that is seen to': {
    part: reporting,
    press: '問題なしとして対応済みにする',
    sends: { to: 'POST /api/office/pledge-reports/r1', body: { isHandled: true } },
    answer: { handledAt: '20261102090000000' },
    toast: '対応済みにしました。',
  },
  'a report that is open again': {
    part: (done) => reporting(done, { handledAt: '20261102090000000' }),
    press: '未対応に戻す',
    sends: { to: 'POST /api/office/pledge-reports/r1', body: { isHandled: false } },
    answer: { handledAt: null },
    toast: '未対応に戻しました。',
  },
  'a pledge that is public again': {
    part: (done) => reporting(done, {}, { isWithheld: true }),
    press: 'ふたたび公開する',
    sends: { to: 'POST /api/office/pledges/p1/lift', body: { state: 'published' } },
    answer: { state: 'published' },
    toast: 'ふたたび公開しました。書いた方にメールでお知らせします。',
  },
  'new terms that were read': {
    part: (done) => (
      <TermsNotice notice={{ version: 4, since: '2026-10-01' }} onSeen={(none) => done(none)} />
    ),
    press: 'わかりました',
    sends: { to: 'POST /api/users/legal-notice/seen', body: { version: 4 } },
    answer: { notice: null },
    done: [{ notice: null }],
  },
});

test.each([
  ['one that is public', {}, ['問題なしとして対応済みにする', '公開を止める']],
  [
    'one that is withheld',
    { isWithheld: true },
    ['問題なしとして対応済みにする', 'ふたたび公開する'],
  ],
  ['one that was deleted', { state: 'removed' }, ['問題なしとして対応済みにする']],
  [
    'one that was deleted while it was withheld',
    { state: 'removed', isWithheld: true },
    ['問題なしとして対応済みにする', '新しく書けるようにする'],
  ],
])('what can be done about a pledge: %s', (_, of, buttons) => {
  expect(open(reporting(vi.fn(), {}, of)).buttons).toEqual(buttons);
});
