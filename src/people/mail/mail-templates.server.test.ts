import { desc, sql } from 'drizzle-orm';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { auditLog } from '#kit/audit/audit-tables.server.ts';
import { sendBySmtp } from '#kit/files/mail.server.ts';
import { attemptBudgets } from '#kit/limits/limit-tables.server.ts';
import { contentVersions } from '#kit/versions/version-tables.server.ts';
import { authUsers } from '#people/sign-in/sign-in-tables.server.ts';
import {
  application,
  insertApplications,
  insertAssociate,
  numberOf,
} from '#test/factories/donating.ts';
import { emptyTables } from '#test/factories/money/empty-tables.ts';
import { publishContent } from '#test/factories/publishing.ts';
import { signedIn } from '#test/signed-in.ts';
import { bodiesOf, mailServer } from '#test/stand-ins/smtp-server.ts';
import { testApp, testOrigin } from '#test/test-app.ts';
import { builtInWords, mailKindNames } from './mail-kinds.ts';
import { outboxMails } from './mail-tables.server.ts';
import { templateProblems } from './mail-template.ts';
import { type Mail, writeMail } from './outbox.server.ts';
import { mailSending } from './sending.server.ts';

const house = await testApp();
const { app, db, dependencies } = house;
const signIn = signedIn(house);
let operator: Record<string, string>;
let colleague: Record<string, string>;

const proven = 'hanako@tasuki.example';

beforeAll(async () => {
  operator = await signIn('operator-1', 'operator');
  colleague = await signIn('operator-2', 'owner');
  await insertAssociate(db, 'ao', 'あおぞら<b>の会');
  await insertApplications(db, [
    application(1, { state: 'kit-sent', lastName: '青空', firstName: '太郎', email: proven }),
  ]);
  await db.insert(authUsers).values({ id: 'hanako', name: '', email: proven, emailVerified: true });
});
beforeEach(async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  await db.delete(contentVersions);
  await db.delete(outboxMails);
  await db.delete(attemptBudgets);
  await emptyTables(db, 'audit_log');
});

const pathOf = (kind: string) => `/api/office/content/mail-templates/${kind}`;
const get = (path: string, headers = operator) => app.inject({ url: path, headers });
const post = (path: string, payload: object, headers: Record<string, string> = operator) =>
  app.inject({ method: 'POST', url: path, headers, payload });
const words = {
  subject: '箱を送りました（{{申込番号}}）',
  opening: '{{お名前}}さん、こんにちは。\n{{寄付先}}のための箱です。',
  body: 'お品物をお待ちしています。',
  closing: 'それでは、また。',
};
const publish = (kind: string, own: object | null) =>
  publishContent(house, { path: pathOf(kind), content: { own }, headers: operator });

type KitSent = Extract<Mail, { kind: 'kit-sent' }>;
const kitSent = (to: string, name = '髙橋 <花子>'): KitSent => ({
  kind: 'kit-sent',
  dedupeKey: `kit-sent:${to}`,
  to,
  data: {
    name,
    appraisalId: 'TS-1234-ABCD',
    targetName: 'あおぞら<b>の会',
    statusUrl: `${testOrigin}/application-status#secret`,
  },
});
async function sent(): Promise<{ raw: string; text: string; html: string }> {
  const server = await mailServer();
  const from = 'たすき <noreply@tasuki.example>';
  await mailSending(dependencies, sendBySmtp({ url: server.url, from })).sendWaiting();
  await server.close();
  const [raw = ''] = server.accepted;
  const [text = '', html = ''] = bodiesOf(raw);
  return { raw, text, html };
}
const storedMail = async () =>
  (await db.select().from(outboxMails).orderBy(desc(outboxMails.id)).limit(1))[0];

/** Leaves out security events, which are recorded asynchronously. */
const audited = () =>
  db
    .select()
    .from(auditLog)
    .where(sql`${auditLog.action} like 'mail-template.%'`)
    .orderBy(auditLog.id);

test.each(mailKindNames)('the built-in words of %s could be the operator’s own', (kind) => {
  expect(templateProblems(kind, { own: builtInWords(kind) })).toEqual([]);
});

test('the list has every kind, in the built-in words until something is published', async () => {
  const list = (await get('/api/office/content/mail-templates')).json();
  expect(list).toHaveLength(mailKindNames.length);
  expect(list.every((line: { isOwn: boolean }) => !line.isOwn)).toBe(true);
  await publish('kit-sent', words);
  const after = (await get('/api/office/content/mail-templates')).json();
  expect(after.filter((line: { isOwn: boolean }) => line.isOwn)).toMatchObject([
    { kind: 'kit-sent', since: '20261120100000000', hasDraft: false },
  ]);
});

test('own words reach the mail that is sent, with names filled in and escaped', async () => {
  await publish('kit-sent', words);
  await writeMail(db, kitSent(proven), dependencies);
  expect((await storedMail())?.subject).toBe('箱を送りました（TS-1234-ABCD）');
  const { raw, text, html } = await sent();
  expect(raw).toContain(`To: ${proven}`);
  expect(text).toContain('髙橋 <花子>さん、こんにちは。\nあおぞら<b>の会のための箱です。');
  expect(html).toContain('髙橋 &lt;花子&gt;さん、こんにちは。<br>あおぞら&lt;b&gt;の会のための箱');
  expect(html).not.toContain('<b>の会');
  for (const part of [text, html]) {
    expect(part).toContain('お品物をお待ちしています。');
    expect(part).toContain('それでは、また。');
    expect(part).not.toContain('お洗濯');
    // The fixed parts stay.
    expect(part).toContain(`${testOrigin}/application-status#secret`);
    expect(part).toContain('TS-1234-ABCD');
  }
});

test('a draft changes no mail, and one that was written stays as it looked', async () => {
  await post(`${pathOf('kit-sent')}/draft`, { content: { own: words } });
  await writeMail(db, kitSent(proven), dependencies);
  await publish('kit-sent', { ...words, subject: '別の件名' });
  expect((await storedMail())?.subject).toBe('【たすき】箱をお送りしました（TS-1234-ABCD）');
  expect((await sent()).text).toContain('お洗濯');
});

test('an unproven address gets the built-in words without a name', async () => {
  await publish('kit-sent', words);
  await writeMail(db, kitSent('stranger@tasuki.example'), dependencies);
  const { text, html } = await sent();
  for (const part of [text, html]) {
    expect(part).not.toContain('花子');
    expect(part).toContain(builtInWords('kit-sent').opening.slice(0, 10));
    expect(part).toContain('それでは、また。');
  }
  expect(JSON.stringify(await storedMail())).not.toContain('花子');
});

test('where the name is not known, the built-in words stand in its place', async () => {
  await publish('kit-sent', words);
  await writeMail(db, kitSent(proven, ''), dependencies);
  expect((await sent()).text).not.toContain('さん、こんにちは');
});

test('a name that looks like another is not filled in again, nor breaks a header', async () => {
  const place = '{{役割}}\r\nBcc: evil@example.com';
  const data = { place, role: '担当', url: testOrigin, validDays: 7 };
  const reply = await publish('invitation', {
    subject: '{{招待先}}から',
    opening: 'どうぞ。',
    body: '',
    closing: '',
  });
  expect(reply.statusCode).toBe(200);
  await writeMail(db, { kind: 'invitation', dedupeKey: 'i', to: proven, data }, dependencies);
  expect((await storedMail())?.subject).toBe('{{役割}} Bcc: evil@example.comから');
  expect((await sent()).raw).not.toMatch(/^Bcc/im);
});

test.each([
  [
    'a name that nobody knows',
    { opening: '{{なまえ}}様' },
    'opening',
    '{{お名前}}、{{申込番号}}、{{寄付先}}',
  ],
  ['a name of another kind', { closing: '{{受付番号}}' }, 'closing', '{{受付番号}}は使えません'],
  ['a name that is not closed', { body: '{{お名前}' }, 'body', '書き方の違う差し込み'],
  ['a person’s name in the subject', { subject: '{{お名前}}様' }, 'subject', '{{申込番号}}'],
  ['a line break in the subject', { subject: '件名\r\nBcc: a' }, 'subject', '使えない文字'],
  ['a subject that is too long', { subject: 'あ'.repeat(101) }, 'subject', '100文字以内'],
  ['no subject', { subject: ' ' }, 'subject', '入力してください'],
  ['no opening', { opening: '' }, 'opening', '入力してください'],
  ['a text that is too long', { body: 'あ'.repeat(2_001) }, 'body', '2000文字以内'],
  ['a link', { closing: 'https://evil.example/ をご覧ください' }, 'closing', 'リンク'],
  ['what becomes a link', { closing: 'evil.example をご覧ください' }, 'closing', 'リンク'],
])('%s is refused at its field', async (_what, wrong, field, message) => {
  const reply = await publish('kit-sent', { ...words, ...wrong });
  expect(reply.statusCode).toBe(400);
  const [error] = reply.json().errors;
  expect(error.path.replace(/^content\./, '')).toBe(`own.${field}`);
  expect(error.message).toContain(message);
  const shown = await post(`${pathOf('kit-sent')}/test`, {
    content: { own: { ...words, ...wrong } },
  });
  expect(shown.statusCode).toBe(400);
});

test('words for a part that the mail lacks are refused, and an unknown kind is not found', async () => {
  const reply = await publish('remitted', words);
  expect(reply.json().errors[0].message).toContain('中ほどの文を書く場所がありません');
  for (const path of ['nothing', 'template-test', 'constructor']) {
    expect((await get(pathOf(path))).statusCode).toBe(404);
    expect((await post(`${pathOf(path)}/test`, { content: { own: null } })).statusCode).toBe(404);
  }
});

test('the way back to the built-in words is a version with a reason', async () => {
  await publish('kit-sent', words);
  const withoutReason = await publish('kit-sent', null);
  expect(withoutReason.statusCode).toBe(400);
  expect(withoutReason.json().errors).toMatchObject([{ path: 'note' }]);
  const back = { note: '年末の案内が終わったため', holdsFrom: '' };
  const published = await post(`${pathOf('kit-sent')}/publish`, back);
  expect(published.json()).toMatchObject({ current: { number: 2, content: { own: null } } });
  await writeMail(db, kitSent(proven), dependencies);
  expect((await storedMail())?.subject).toBe('【たすき】箱をお送りしました（TS-1234-ABCD）');
  const history = (await get(`${pathOf('kit-sent')}/versions`)).json();
  expect(history.map(({ note }: { note: string }) => note)).toEqual([back.note, '']);
  // An earlier version can be restored.
  const again = await post(`${pathOf('kit-sent')}/restore`, { number: 1 });
  expect(again.json().draft.content.own).toEqual(words);
  const publications = (await audited()).filter(({ action }) => action.endsWith('.publish'));
  expect(publications.map(({ subjectId }) => subjectId)).toEqual(
    Array(2).fill('mail-template:kit-sent'),
  );
});

test('of two people who edit one mail, the second is refused and reads what is stored', async () => {
  const { etag } = (await get(pathOf('kit-sent'))).headers;
  const save = (headers: Record<string, string>, closing: string) =>
    post(
      `${pathOf('kit-sent')}/draft`,
      { content: { own: { ...words, closing } } },
      { ...headers, 'if-match': String(etag) },
    );
  expect((await save(operator, 'わたしの文')).statusCode).toBe(200);
  expect((await save(colleague, 'あなたの文')).statusCode).toBe(409);
  const stored = (await get(pathOf('kit-sent'), colleague)).json();
  expect(stored.draft.content.own.closing).toBe('わたしの文');
});

test('the warehouse, accountants, staff and donors may do nothing of it', async () => {
  for (const role of ['warehouse', 'accountant', 'staff', 'donor'] as const) {
    const headers = await signIn(`mails-${role}`, role);
    expect((await get('/api/office/content/mail-templates', headers)).statusCode).toBe(403);
    const content = { own: words };
    for (const act of ['draft', 'preview', 'test']) {
      const reply = await post(`${pathOf('kit-sent')}/${act}`, { content }, headers);
      expect(reply.statusCode).toBe(403);
    }
  }
});

test('a preview shows the words with an application’s facts, without its address or its link', async () => {
  const asked = { content: { own: words }, appraisalId: numberOf(1) };
  const preview = (await post(`${pathOf('kit-sent')}/preview`, asked)).json();
  expect(preview).toMatchObject({
    subject: `箱を送りました（${numberOf(1)}）`,
    record: 'application',
    recordName: numberOf(1),
  });
  expect(preview.text).toContain('青空 太郎さん、こんにちは。\nあおぞら<b>の会のための箱です。');
  expect(preview.html).toContain('青空 太郎さん');
  expect(JSON.stringify(preview)).not.toContain(proven);
  expect(preview.html).not.toContain('application-status');
  expect(await audited()).toMatchObject([
    { action: 'mail-template.read', subjectType: 'application', subjectId: numberOf(1) },
  ]);
  expect(await storedMail()).toBeUndefined();
});

test('without a number the newest mail of the kind is the record, and a sample where there is none', async () => {
  const asked = { content: { own: words } };
  const path = `${pathOf('kit-sent')}/preview`;
  expect((await post(path, asked)).json()).toMatchObject({ record: 'sample', recordName: '' });
  expect(await audited()).toEqual([]);
  await writeMail(db, kitSent(proven, '海野 波子'), dependencies);
  const preview = (await post(path, asked)).json();
  expect(preview).toMatchObject({ record: 'mail', recordName: '2026/11/20 10:00' });
  expect(preview.text).toContain('海野 波子さん、こんにちは。');
  expect(JSON.stringify(preview)).not.toContain('#secret');
});

test('a number that is nobody’s, or of a mail that is about no application, is not found', async () => {
  const content = { own: null };
  const unknown = { content, appraisalId: numberOf(99) };
  expect((await post(`${pathOf('kit-sent')}/preview`, unknown)).statusCode).toBe(404);
  const known = { content, appraisalId: numberOf(1) };
  expect((await post(`${pathOf('welcome')}/preview`, known)).statusCode).toBe(404);
});

test.each(mailKindNames)('%s can be seen and tried before one was ever sent', async (kind) => {
  const content = { own: null };
  const preview = await post(`${pathOf(kind)}/preview`, { content });
  expect(preview.json().text).not.toContain('{{');
  expect((await post(`${pathOf(kind)}/test`, { content })).statusCode).toBe(200);
  expect((await storedMail())?.subject).toBe(`【テスト】${preview.json().subject}`);
});

test('a test mail goes to the operator who asks and to nobody else, as a test, of a sample', async () => {
  await writeMail(db, kitSent(proven, '海野 波子'), dependencies);
  await db.update(outboxMails).set({ state: 'sent' });
  const reply = await post(`${pathOf('kit-sent')}/test`, { content: { own: words } });
  expect(reply.json()).toEqual({ to: 'operator-1@tasuki.example' });
  const stored = await storedMail();
  expect(stored).toMatchObject({ kind: 'template-test', uid: 'operator-1' });
  const { raw, text } = await sent();
  expect(raw).toMatch(/^To: operator-1@tasuki\.example\r$/m);
  expect(raw).not.toMatch(/^(?:Cc|Bcc):/im);
  expect(text).toContain('テストメールです');
  expect(text).toContain('見本 花子さん、こんにちは。');
  expect(text).not.toContain('海野');
  expect(await audited()).toMatchObject([
    { action: 'mail-template.send', actorUid: 'operator-1', subjectId: 'mail-template:kit-sent' },
  ]);
  const elsewhere = await post(
    `/api/office/mails/${stored?.id}/resend`,
    { to: 'other@tasuki.example', recordVersion: null },
    { ...operator, 'if-match': '"1"' },
  );
  expect(elsewhere.statusCode).toBe(400);
});

test('after twenty test mails in an hour there are no more', async () => {
  const send = () => post(`${pathOf('kit-sent')}/test`, { content: { own: null } });
  for (let n = 0; n < 20; n++) expect((await send()).statusCode).toBe(200);
  expect((await send()).statusCode).toBe(429);
});
