import { expect, test, vi } from 'vitest';
import { makeAppraisalId } from '#giving/applications/appraisal-number.ts';
import { TemplateForm } from '#people/messages/admin/reply-templates-page.tsx';
import { NoteForm } from '#people/messages/admin/thread-screen.tsx';
import { apiServer } from '#test/stand-ins/page/api-server.ts';
import { open, openTab } from '#test/stand-ins/page/open.tsx';
import { signIn } from '#test/stand-ins/page/person.ts';
import { type Done, describeSending } from '#test/stand-ins/page/sending.ts';
import { ReplyForm } from './admin/reply-form.tsx';
import { ContactForm } from './contact-form.tsx';

const appraisalId = makeAppraisalId(new Uint8Array([1, 2, 3, 4, 5, 6, 7]));
const thread = {
  ...{ id: 'TC-1', version: 4, isAnsweredByMail: true, applications: [], listing: null },
  message: { name: '髙橋 花子', email: 'hana@example.jp', appraisalId },
  templates: [
    { id: 't1', name: 'お礼', body: '{{name}}様 {{referenceNumber}} {{appraisalId}}' },
    { id: 't2', name: 'お詫び', body: '申し訳ございません。' },
  ],
};
const part = (done: Done) =>
  ({
    ...{ thread, reload: () => undefined },
    onChanged: (changed: unknown) => void done(changed),
    onStale: () => void done('stale'),
  }) as never as Parameters<typeof NoteForm>[0];
const template = { id: 't1', name: 'お礼', body: 'ありがとう', version: 2 } as never;
const write = async (page: ReturnType<typeof open>) => {
  await page.type('名前', 'お知らせ');
  await page.type('本文', 'こんにちは。');
};
const written = { name: 'お知らせ', body: 'こんにちは。' };
const templates = '/api/office/reply-templates';

describeSending({
  'a word for colleagues': {
    part: (done) => <NoteForm {...part(done)} />,
    fill: (page) => page.type('メモ', '電話済み'),
    press: 'メモを残す',
    sends: { to: 'POST /api/office/threads/TC-1/note', body: { body: '電話済み' }, ifMatch: '"4"' },
    answer: { id: 'TC-1', version: 5 },
    done: [{ id: 'TC-1', version: 5 }],
    onConflict: { done: 1 },
  },
  'a new template': {
    part: (done) => <TemplateForm onDone={() => done()} onClose={() => undefined} />,
    fill: write,
    press: '保存する',
    sends: { to: `POST ${templates}`, body: written },
    toast: '定型文を保存しました。',
    field: 'name',
  },
  'a template that is changed': {
    part: (done) => (
      <TemplateForm template={template} onDone={() => done()} onClose={() => undefined} />
    ),
    fill: write,
    press: '保存する',
    sends: { to: `POST ${templates}/t1`, body: written, ifMatch: '"2"' },
    toast: '定型文を保存しました。',
    field: 'body',
    onConflict: { asks: [`GET ${templates}/t1`] },
  },
  'a template that is deleted': {
    part: (done) => (
      <TemplateForm template={template} onDone={() => done()} onClose={() => undefined} />
    ),
    fill: (page) => page.press('削除する'),
    press: '本当に削除する',
    sends: { to: `DELETE ${templates}/t1`, ifMatch: '"2"' },
    toast: '定型文を削除しました。',
  },
});

test('a template that a colleague changed stands beside what was typed, or takes its place', async () => {
  const server = apiServer();
  const page = open(<TemplateForm template={template} onDone={vi.fn()} onClose={vi.fn()} />);
  await write(page);
  await page.press('保存する');
  await server.refuse('Conflict', '先に変更されています');
  await server.answer({ ...(template as object), body: '感謝します。', version: 3 });
  const [mine, theirs] = page.all('dl').map((list) => list.textContent);
  expect(mine).toBe('名前お知らせ本文こんにちは。');
  expect(theirs).toBe('名前お礼本文感謝します。');
  await page.press('保存済みの内容にする');
  expect([page.valueOf('名前'), page.valueOf('本文')]).toEqual(['お礼', '感謝します。']);
});

async function replying(tab = openTab()) {
  const server = apiServer();
  await signIn(server, { uid: 'sou', role: 'operator' });
  const done = vi.fn();
  const page = open(<ReplyForm {...part(done)} />, {}, tab);
  return { server, done, page };
}

test('a reply being written is restored on return, until it is sent', async () => {
  const tab = openTab();
  const first = await replying(tab);
  await first.page.type('本文', 'お待たせしました。');
  first.page.leave();
  const { page, server } = await replying(tab);
  expect(page.valueOf('本文')).toBe('お待たせしました。');
  await page.press('返信を送る');
  await server.answer({ id: 'TC-1', version: 5 });
  page.leave();
  expect((await replying(tab)).page.valueOf('本文')).toBe('');
});

test('a reply is sent once for the thread as it was shown, and the form is empty then', async () => {
  const { server, done, page } = await replying();
  await page.type('本文', 'お待たせしました。');
  await page.press('返信を送る');
  expect(server.sent).toEqual([
    {
      to: 'POST /api/office/threads/TC-1/reply',
      body: { reply: JSON.stringify({ body: 'お待たせしました。' }) },
      ifMatch: '"4"',
      key: 'key 1',
    },
  ]);
  await server.answer({ id: 'TC-1', version: 5 });
  expect(done).toHaveBeenCalledExactlyOnceWith({ id: 'TC-1', version: 5 });
  expect(page.valueOf('本文')).toBe('');
  expect(page.toast).toBe('返信を送りました。');
});

test('files go with the reply that they were chosen for, and not with the next', async () => {
  const { server, page } = await replying();
  await page.type('本文', 'お待たせしました。');
  await page.attach('添付ファイル', new File(['x'], '案内.pdf', { type: 'application/pdf' }));
  await page.press('返信を送る');
  expect(server.sent[0]?.body).toMatchObject({ file: '案内.pdf 1' });
  await server.answer({ id: 'TC-1', version: 5 });
  await page.type('本文', '追伸です。');
  await page.press('返信を送る');
  expect(server.sent[1]?.body).toEqual({ reply: JSON.stringify({ body: '追伸です。' }) });
});

test('a reply to a thread that moved on stays typed, and the thread is shown first', async () => {
  const { server, done, page } = await replying();
  await page.type('本文', 'お待たせしました。');
  await page.press('返信を送る');
  await server.refuse('Conflict', '新しいやり取りがあります。');
  expect(done).toHaveBeenCalledExactlyOnceWith('stale');
  expect(page.valueOf('本文')).toBe('お待たせしました。');
  expect(page.text).not.toContain('新しいやり取りがあります。');
  await page.press('返信を送る');
  await server.lose();
  expect(page.text).toContain('通信できませんでした。');
});

test('a template is inserted below the typed text, with the sender’s data', async () => {
  const { page } = await replying();
  expect(page.isDisabled('本文に入れる')).toBe(true);
  await page.do(() => {
    const list = page.all('select')[0] as unknown as {
      value: string;
      dispatchEvent(e: Event): void;
    };
    list.value = 't1';
    list.dispatchEvent(new Event('change', { bubbles: true }));
  });
  await page.press('本文に入れる');
  const filled = `髙橋 花子様 TC-1 ${appraisalId}`;
  expect(page.valueOf('本文')).toBe(filled);
  await page.press('本文に入れる');
  expect(page.valueOf('本文')).toBe(`${filled}\n\n${filled}`);
});

async function contacting(tab = openTab()) {
  const server = apiServer();
  const page = open(<ContactForm />, { path: '/contact' }, tab);
  await page.type('お名前', '髙橋 花子');
  await page.type('メールアドレス', 'hana@example.jp');
  await page.choose('お問い合わせの種類', '受領証明書・寄付金控除について');
  await page.type('申込番号', appraisalId.toLowerCase());
  await page.type('お問い合わせの内容', '証明書はいつ届きますか。');
  return { server, page };
}

test('a message to the operator is sent with every field, and its number takes the place of the form', async () => {
  const { server, page } = await contacting();
  await page.press('この内容で送る');
  expect(server.sent).toEqual([
    {
      to: 'POST /api/contact',
      body: {
        ...{ name: '髙橋 花子', email: 'hana@example.jp', kind: 'receipt', appraisalId },
        message: '証明書はいつ届きますか。',
      },
      key: 'key 1',
    },
  ]);
  expect(page.isBusy('送信しています')).toBe(true);
  await server.answer({ id: 'TC-1234' });
  expect(page.text).toContain('お問い合わせを受け付けました');
  expect(page.text).toContain('TC-1234');
  expect(page.text).toContain('hana@example.jp');
  expect(page.all('form')).toEqual([]);
  expect(Object.keys(localStorage)).toEqual([]);
});

test('after a lost response a message keeps its text, and its key even over a reload', async () => {
  const tab = openTab();
  const { server, page } = await contacting(tab);
  await page.press('この内容で送る');
  await server.lose();
  expect(page.text).toContain('通信できませんでした。');
  page.leave();
  const again = open(<ContactForm />, { path: '/contact' }, tab);
  expect(again.valueOf('お問い合わせの内容')).toBe('証明書はいつ届きますか。');
  await again.press('この内容で送る');
  expect(server.sent.map(({ key }) => key)).toEqual(['key 1', 'key 1']);
});

test('a signed-in person finds their own name and e-mail', async () => {
  const tab = openTab();
  const account = {
    names: { lastName: '佐藤', firstName: '太郎' },
    email: 'taro@example.jp',
  };
  await signIn(apiServer(), { account });
  const page = open(<ContactForm />, { path: '/contact' }, tab);
  await page.do(() => undefined);
  expect(page.values).toMatchObject({ お名前: '佐藤 太郎', メールアドレス: 'taro@example.jp' });
});
