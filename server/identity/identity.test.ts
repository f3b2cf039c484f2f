import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { retentionDays } from '#domain/retention-days.ts';
import { applications, donations, identityPapers } from '#server/db/schema/donating.ts';
import { auditLog, outboxMails } from '#server/db/schema/running.ts';
import {
  application,
  insertApplications,
  insertAssociate,
  numberOf,
  resultFile,
  resultLine,
} from '#test/donating.ts';
import { phonePicture, picturesForm, smallPicture } from '#test/pictures.ts';
import { signedIn } from '#test/signed-in.ts';
import { testApp, testSecret } from '#test/test-app.ts';
import { uploadResults } from '#test/upload-results.ts';

const house = await testApp();
const { app, db, clock, folder, services } = house;
const signIn = signedIn(house);
const now = clock.now;
const dayMs = 24 * 60 * 60 * 1000;

type Headers = Awaited<ReturnType<typeof signIn>>;
let donor: Headers;
let other: Headers;
let operator: Headers;
let photo: Buffer;
let card: Buffer;
const pdf = Buffer.from('%PDF-1.7\n% a receipt of the waterworks\n%%EOF\n');
const two = [
  { kind: 'driving-licence', files: 1 },
  { kind: 'utility-receipt', files: 1 },
];

beforeAll(async () => {
  await insertAssociate(db, 'ao');
  donor = await signIn('hanako');
  other = await signIn('taro');
  operator = await signIn('operator-1', 'operator');
  photo = await phonePicture();
  card = await smallPicture('png');
});

let count = 0;
let id: string;
/** A box of hanako's for a fund, whose result has come: of ¥12,000 unless told. */
async function appraised(changes: object = {}, appraised_ = 12_000) {
  count += 1;
  id = numberOf(count);
  const row = application(count, { kind: 'fund', uid: 'hanako', ...changes });
  await insertApplications(db, [row]);
  const associate = row.kind === 'fund' ? '' : 'ao';
  const { body } = await uploadResults(
    house,
    operator,
    resultFile(resultLine(count, { associate, appraised: appraised_ })),
  );
  expect(body.accepted).toBe(1);
}
beforeEach(async () => {
  clock.now = now;
  await db.delete(outboxMails);
  await appraised();
});

const send = (
  files: readonly Uint8Array[] = [photo, pdf],
  { as = donor, papers = two as unknown, key = '', ...request }: Record<string, unknown> = {},
) => {
  const form = picturesForm('papers', { appraisalId: id, papers, ...request }, files);
  const headers = {
    ...form.headers,
    ...(as as object),
    ...(key !== '' && { 'idempotency-key': key }),
  };
  return app.inject({
    method: 'POST',
    url: '/api/applications/identity-papers',
    payload: form.payload,
    headers: headers as Record<string, string>,
  });
};
const post = (url: string, payload: object, headers: Record<string, string> = {}) =>
  app.inject({ method: 'POST', url, payload, headers });
const status = (as: Record<string, string> = donor, token?: string) =>
  post('/api/applications/identity-check', { appraisalId: id, ...(token && { token }) }, as);
const office = (path: string, headers: Record<string, string> = operator) =>
  app.inject({ url: `/api/office/${path}`, headers });
const decide = (
  what: 'approve' | 'return',
  payload: object = {},
  headers: Record<string, string> = operator,
) => post(`/api/office/identity/${id}/${what}`, payload, headers);
const rowOf = async () =>
  (await db.select().from(applications).where(eq(applications.appraisalId, id)))[0];
const rows = () => db.select().from(identityPapers).where(eq(identityPapers.appraisalId, id));
const onDisk = async () => (await readdir(join(folder, 'identity-papers')).catch(() => [])).sort();
const filesOfRows = async () =>
  (await db.select().from(identityPapers)).map(({ fileName }) => fileName.split('/')[1]).sort();
const mails = async () =>
  (await db.select().from(outboxMails).where(eq(outboxMails.appraisalId, id))).map(
    ({ kind }) => kind,
  );
const audits = async (action: string) =>
  (await db.select().from(auditLog).where(eq(auditLog.action, action))).filter(
    ({ subjectId }) => subjectId === id,
  );

test('two papers are sent, looked at and approved: the held box becomes a donation', async () => {
  expect((await status()).json()).toEqual({
    appraisalId: id,
    targetName: expect.any(String),
    amountYen: 12_000,
    identity: 'due',
    canSend: true,
    papers: [],
    reason: '',
  });
  const sent = await send();
  expect([sent.statusCode, sent.json()]).toEqual([
    200,
    expect.objectContaining({
      identity: 'submitted',
      canSend: false,
      papers: [
        { kind: 'driving-licence', submittedAt: expect.any(String) },
        { kind: 'utility-receipt', submittedAt: expect.any(String) },
      ],
    }),
  ]);

  const list = await office('identity-checks');
  expect(list.headers['x-total-count']).toBe('1');
  expect(list.json()).toEqual([
    expect.objectContaining({
      appraisalId: id,
      name: '髙橋 花子',
      amountYen: 12_000,
      papers: ['driving-licence', 'utility-receipt'],
    }),
  ]);
  expect((await office('identity-checks?state=rejected')).json()).toEqual([]);
  const check = await office(`identity-checks/${id}`);
  const { papers, version } = check.json();
  expect(papers.map(({ kind, format }: Record<string, string>) => [kind, format])).toEqual([
    ['driving-licence', 'jpg'],
    ['utility-receipt', 'pdf'],
  ]);
  expect(check.headers.etag).toBe(`"${version}"`);

  const stale = await decide('approve', {}, { ...operator, 'if-match': `"${version - 1}"` });
  expect(stale.statusCode).toBe(409);
  expect(await db.$count(donations, eq(donations.appraisalId, id))).toBe(0);
  const approved = await decide('approve', {}, { ...operator, 'if-match': `"${version}"` });
  expect(approved.json()).toEqual({ appraisalId: id, state: 'donated', amountYen: 12_000 });
  const history = await app.inject({ url: '/api/users/donations', headers: donor });
  expect(history.json()).toContainEqual(expect.objectContaining({ appraisalId: id }));
  expect(await mails()).toEqual(['identity-due', 'donation-completed']);
  expect((await status()).json()).toMatchObject({ identity: 'approved', canSend: false });
  expect((await send()).statusCode).toBe(409);
});

test('what lies on the disk shows nothing of the papers', async () => {
  const before = await onDisk();
  await send([photo, pdf]);
  const added = (await onDisk()).filter((name) => !before.includes(name));
  expect(added).toHaveLength(2);
  for (const name of added) {
    const bytes = await readFile(join(folder, 'identity-papers', name));
    expect(bytes.includes('waterworks')).toBe(false);
    expect(bytes.includes('%PDF')).toBe(false);
    expect(bytes.subarray(1).includes(Buffer.from([0xff, 0xd8, 0xff]))).toBe(false);
    await expect(sharp(bytes).metadata()).rejects.toThrow();
  }
});

test('the operator sees the paper, without its place; each look is kept, and no cache keeps it', async () => {
  await send();
  const [licence, receipt] = (await office(`identity-checks/${id}`)).json().papers;
  const shown = await office(`identity-papers/${licence.id}`);
  expect(shown.headers).toMatchObject({
    'content-type': 'image/jpeg',
    'content-disposition': 'attachment; filename="identity-paper.jpg"',
    'content-security-policy': "default-src 'none'; sandbox",
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  });
  const facts = await sharp(shown.rawPayload).metadata();
  // The phone lay on its side: turned upright, and small enough to be looked at.
  expect([facts.width, facts.height, facts.exif]).toEqual([1800, 2400, undefined]);
  expect((await office(`identity-papers/${receipt.id}`)).rawPayload).toEqual(pdf);
  expect(
    (await audits('identity.read')).map(({ actorUid, details }) => [actorUid, details]),
  ).toEqual([
    ['operator-1', { paper: licence.id, kind: 'driving-licence' }],
    ['operator-1', { paper: receipt.id, kind: 'utility-receipt' }],
  ]);
});

test("nobody else's: a foreign donor finds neither check nor papers, nor a way to send any", async () => {
  const absent = await post(
    '/api/applications/identity-check',
    { appraisalId: numberOf(900) },
    other,
  );
  for (const headers of [other, {}]) {
    expect((await status(headers)).statusCode).toBe(404);
    expect((await status(headers)).body).toBe(absent.body);
    expect((await send(undefined, { as: headers })).statusCode).toBe(404);
    expect((await send(undefined, { as: headers, token: 'a'.repeat(43) })).statusCode).toBe(404);
  }
  expect(await rows()).toEqual([]);
  await send();
  const [paper] = await rows();
  expect((await office(`identity-papers/${paper?.id}`, donor)).statusCode).toBe(403);
  expect((await decide('approve', {}, donor)).statusCode).toBe(403);
  expect((await office('identity-papers/unknown')).statusCode).toBe(404);
});

test('a guest sends papers by the mailed link', async () => {
  await appraised({ uid: null });
  const [mail] = await db.select().from(outboxMails).where(eq(outboxMails.appraisalId, id));
  expect(mail?.kind).toBe('identity-due');
  const { applicationToken } = await import('#server/applications/application-tokens.ts');
  const token = applicationToken(testSecret, 'status', id);
  expect((await status({}, token)).json().canSend).toBe(true);
  expect((await send(undefined, { as: {}, token })).json().identity).toBe('submitted');
  const shown = await post('/api/applications/status', { appraisalId: id, token });
  expect(shown.json().events.at(-1)).toMatchObject({ label: '本人確認の書類の提出' });
});

test('what comes back has its reason, is gone from the disk, and others may be sent', async () => {
  await send();
  const refused = await decide('return', { reason: ' ' });
  expect(refused.json().errors).toEqual([{ path: 'reason', message: '理由を入力してください。' }]);
  const reason = 'ご住所が読み取れませんでした。';
  expect((await decide('return', { reason })).statusCode).toBe(200);
  expect(await rows()).toEqual([]);
  expect(await onDisk()).toEqual(await filesOfRows());
  expect((await status()).json()).toMatchObject({ identity: 'rejected', canSend: true, reason });
  expect(await mails()).toEqual(['identity-due', 'identity-returned']);
  const [mail] = await db
    .select()
    .from(outboxMails)
    .where(eq(outboxMails.kind, 'identity-returned'));
  expect(mail?.textBody).toContain(reason);
  expect(await audits('identity.return')).toMatchObject([
    { actorUid: 'operator-1', details: { papers: ['driving-licence', 'utility-receipt'] } },
  ]);
  expect((await decide('return', { reason })).statusCode).toBe(409);
  expect(
    (await send([card, card], { papers: [{ kind: 'my-number-card', files: 1 }, two[1]] })).json(),
  ).toMatchObject({
    identity: 'submitted',
    reason: '',
  });
  expect((await decide('approve')).statusCode).toBe(200);
});

test('approved papers stay for the time of the ledger, then rows and files go; the record stays', async () => {
  await send();
  await decide('approve');
  const deadline = new Date('2030-01-01T00:00:00+09:00');
  expect((await rows()).map(({ deleteAfter, reviewedBy }) => [deleteAfter, reviewedBy])).toEqual(
    Array(2).fill([deadline, 'operator-1']),
  );
  clock.now = new Date(deadline.getTime() - 1);
  await services.identity.forgetOver();
  expect(await rows()).toHaveLength(2);
  clock.now = deadline;
  await services.identity.forgetOver();
  expect(await rows()).toEqual([]);
  expect(await onDisk()).toEqual(await filesOfRows());
  expect(await audits('identity.approve')).toMatchObject([
    {
      actorUid: 'operator-1',
      at: now,
      details: { papers: ['driving-licence', 'utility-receipt'] },
    },
  ]);
  expect(await rowOf()).toMatchObject({ state: 'donated', identity: 'approved' });
});

test('papers nobody looked at go in time, and are asked for anew', async () => {
  await send();
  clock.now = new Date(now.getTime() + retentionDays.waitingPaper * dayMs - 1);
  await services.identity.forgetOver();
  expect((await rowOf())?.identity).toBe('submitted');
  clock.now = new Date(now.getTime() + retentionDays.waitingPaper * dayMs);
  await services.identity.forgetOver();
  expect([(await rowOf())?.identity, await rows()]).toEqual(['due', []]);
});

test('papers of a box that ended serve nothing: they go with the next sweep', async () => {
  expect((await send()).statusCode).toBe(200);
  const step = { appraisalIds: [id], step: 'return' };
  await post('/api/office/applications/step', step, operator);
  clock.now = new Date(clock.now.getTime() + 2 * 60 * 60 * 1000);
  await services.identity.forgetOver();
  expect([(await rowOf())?.state, await rows()]).toEqual(['returned', []]);
  expect(await onDisk()).toEqual(await filesOfRows());
});

test('no papers are due below ¥10,000, for an organisation, or before the result', async () => {
  const refused = async () => {
    expect((await status()).json()).toMatchObject({ identity: 'not-needed', canSend: false });
    const answer = await send();
    expect([answer.statusCode, answer.json().message]).toEqual([
      409,
      'このお申し込みには、本人確認の書類は必要ありません。',
    ]);
    expect(await rows()).toEqual([]);
  };
  await appraised({}, 9_990);
  expect((await rowOf())?.state).toBe('donated');
  await refused();
  await appraised({ kind: 'direct' }, 50_000);
  expect((await rowOf())?.state).toBe('donated');
  await refused();
  count += 1;
  id = numberOf(count);
  await insertApplications(db, [application(count, { kind: 'fund', uid: 'hanako' })]);
  await refused();
});

test('of one attempt sent again nothing is kept twice; another one waits for its answer', async () => {
  const answers = await Promise.all(
    Array.from({ length: 4 }, () => send(undefined, { key: `k${id}` })),
  );
  expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200]);
  expect(await rows()).toHaveLength(2);
  expect((await send(undefined, { key: 'another' })).statusCode).toBe(409);
  expect(await onDisk()).toEqual(await filesOfRows());
});

test.each([
  ['one paper', [two[0]], 1, 'papers'],
  ['two of a kind', [two[0], two[0]], 2, 'papers.1.kind'],
  ['no identity paper first', [two[1], two[0]], 2, 'papers.0.kind'],
  ['an unknown kind', [two[0], { kind: 'passport', files: 1 }], 2, 'papers.1.kind'],
  [
    'the back of a マイナンバーカード',
    [{ kind: 'my-number-card', files: 2 }, two[1]],
    3,
    'papers.0.files',
  ],
])('%s is refused', async (_, papers, files, path) => {
  const answer = await send(Array(files).fill(card), { papers });
  expect([answer.statusCode, answer.json().errors?.[0]?.path]).toEqual([400, path]);
  expect(answer.json().message).toMatch(/[ぁ-ん]/);
});

test.each([
  ['a text', Buffer.from('not a picture')],
  ['half a PDF', pdf.subarray(0, 20)],
  ['a broken picture', Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.alloc(400)])],
])('%s is refused at its field, and leaves nothing', async (_, bytes) => {
  const answer = await send([card, card, bytes], {
    papers: [
      { kind: 'driving-licence', files: 1 },
      { kind: 'residence-card', files: 2 },
    ],
  });
  expect([answer.statusCode, answer.json().errors?.[0]?.path]).toEqual([400, 'papers.1.back']);
  expect(await rows()).toEqual([]);
  expect((await rowOf())?.identity).toBe('due');
});

test('a paper that cannot be opened any more says so, and can be sent back', async () => {
  await send();
  const [paper] = await rows();
  await house.files.write(paper?.fileName ?? '', Buffer.from('something else'));
  const answer = await office(`identity-papers/${paper?.id}`);
  expect([answer.statusCode, answer.json().message]).toEqual([
    410,
    expect.stringContaining('差し戻して'),
  ]);
});
