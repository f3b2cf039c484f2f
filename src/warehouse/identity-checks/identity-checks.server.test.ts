import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { applicationToken } from '#giving/applications/application-tokens.server.ts';
import { donations } from '#giving/donations/donation-tables.server.ts';
import { outboxMails } from '#people/mail/mail-tables.server.ts';
import { numberOf } from '#test/factories/donating.ts';
import { identityChecks, pdfPaper, twoPapers } from '#test/factories/identity-papers.ts';
import { smallPicture } from '#test/factories/pictures.ts';
import { testApp, testSecret } from '#test/test-app.ts';

const house = await testApp();
const { app, db } = house;
const checks = await identityChecks(house);
let card: Buffer;
beforeAll(async () => {
  card = await smallPicture('png');
});
beforeEach(() => checks.appraised());

test('two papers are sent, read and approved: the box on hold becomes a donation', async () => {
  expect((await checks.status()).json()).toEqual({
    appraisalId: checks.id(),
    targetName: expect.any(String),
    amountYen: 12_000,
    identity: 'due',
    canSend: true,
    papers: [],
    reason: '',
  });
  const sent = await checks.send();
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

  const list = await checks.admin('identity-checks');
  expect(list.headers['x-total-count']).toBe('1');
  expect(list.json()).toEqual([
    expect.objectContaining({
      appraisalId: checks.id(),
      name: '髙橋 花子',
      amountYen: 12_000,
      papers: ['driving-licence', 'utility-receipt'],
    }),
  ]);
  expect((await checks.admin('identity-checks?state=rejected')).json()).toEqual([]);
  const check = await checks.admin(`identity-checks/${checks.id()}`);
  const { papers, version } = check.json();
  expect(papers.map(({ kind, format }: Record<string, string>) => [kind, format])).toEqual([
    ['driving-licence', 'jpg'],
    ['utility-receipt', 'pdf'],
  ]);
  expect(check.headers.etag).toBe(`"${version}"`);

  const stale = await checks.decide(
    'approve',
    {},
    { ...checks.operator, 'if-match': `"${version - 1}"` },
  );
  expect(stale.statusCode).toBe(409);
  expect(await db.$count(donations, eq(donations.appraisalId, checks.id()))).toBe(0);
  const approved = await checks.decide(
    'approve',
    {},
    { ...checks.operator, 'if-match': `"${version}"` },
  );
  expect(approved.json()).toEqual({
    appraisalId: checks.id(),
    state: 'donated',
    amountYen: 12_000,
  });
  const history = await app.inject({ url: '/api/users/donations', headers: checks.donor });
  expect(history.json()).toContainEqual(expect.objectContaining({ appraisalId: checks.id() }));
  // The mail that asks for papers was still unsent.
  expect((await checks.mails()).map(({ kind }) => kind)).toEqual(['donation-completed']);
  expect((await checks.status()).json()).toMatchObject({ identity: 'approved', canSend: false });
  expect((await checks.send()).statusCode).toBe(409);
});

test('the operator sees the paper, without its place; each read is audited, and no cache stores it', async () => {
  await checks.send();
  const [licence, receipt] = (await checks.admin(`identity-checks/${checks.id()}`)).json().papers;
  const shown = await checks.admin(`identity-papers/${licence.id}`);
  expect(shown.headers).toMatchObject({
    'content-type': 'image/jpeg',
    'content-disposition': 'attachment; filename="identity-paper.jpg"',
    'content-security-policy':
      "default-src 'none'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox",
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  });
  const facts = await sharp(shown.rawPayload).metadata();
  // The phone was held sideways: turned upright and scaled down for a screen.
  expect([facts.width, facts.height, facts.exif]).toEqual([1800, 2400, undefined]);
  expect((await checks.admin(`identity-papers/${receipt.id}`)).rawPayload).toEqual(pdfPaper);
  expect(
    (await checks.audits('identity.read')).map(({ actorUid, details }) => [actorUid, details]),
  ).toEqual([
    ['operator-1', { paper: licence.id, kind: 'driving-licence' }],
    ['operator-1', { paper: receipt.id, kind: 'utility-receipt' }],
  ]);
});

test('another donor finds neither check nor papers, and can send none', async () => {
  const absent = await checks.post(
    '/api/applications/identity-check',
    { appraisalId: numberOf(900) },
    checks.other,
  );
  for (const headers of [checks.other, {}]) {
    expect((await checks.status(headers)).statusCode).toBe(404);
    expect((await checks.status(headers)).body).toBe(absent.body);
    expect((await checks.send(undefined, { as: headers })).statusCode).toBe(404);
    expect((await checks.send(undefined, { as: headers, token: 'a'.repeat(43) })).statusCode).toBe(
      404,
    );
  }
  expect(await checks.rows()).toEqual([]);
  await checks.send();
  const [paper] = await checks.rows();
  expect((await checks.admin(`identity-papers/${paper?.id}`, checks.donor)).statusCode).toBe(403);
  expect((await checks.decide('approve', {}, checks.donor)).statusCode).toBe(403);
  expect((await checks.admin('identity-papers/unknown')).statusCode).toBe(404);
});

test('a guest sends papers by the mailed link', async () => {
  await checks.appraised({ uid: null });
  const [mail] = await db
    .select()
    .from(outboxMails)
    .where(eq(outboxMails.appraisalId, checks.id()));
  expect(mail?.kind).toBe('identity-due');
  const token = applicationToken(testSecret, 'status', checks.id());
  expect((await checks.status({}, token)).json().canSend).toBe(true);
  expect((await checks.send(undefined, { as: {}, token })).json().identity).toBe('submitted');
  const shown = await checks.post('/api/applications/status', { appraisalId: checks.id(), token });
  expect(shown.json().events.at(-1)).toMatchObject({ label: '本人確認の書類の提出' });
});

test('papers sent back have a reason, are deleted from the disk, and others may be sent', async () => {
  await checks.send();
  const refused = await checks.decide('return', { reason: ' ' });
  expect(refused.json().errors).toEqual([{ path: 'reason', message: '理由を入力してください。' }]);
  const reason = 'ご住所が読み取れませんでした。';
  expect((await checks.decide('return', { reason })).statusCode).toBe(200);
  expect(await checks.rows()).toEqual([]);
  expect(await checks.onDisk()).toEqual(await checks.filesOfRows());
  expect((await checks.status()).json()).toMatchObject({
    identity: 'rejected',
    canSend: true,
    reason,
  });
  expect((await checks.mails()).map(({ kind }) => kind)).toEqual([
    'identity-due',
    'identity-returned',
  ]);
  const [mail] = await db
    .select()
    .from(outboxMails)
    .where(eq(outboxMails.kind, 'identity-returned'));
  expect(mail?.textBody).toContain(reason);
  expect(await checks.audits('identity.return')).toMatchObject([
    { actorUid: 'operator-1', details: { papers: ['driving-licence', 'utility-receipt'] } },
  ]);
  expect((await checks.decide('return', { reason })).statusCode).toBe(409);
  expect(
    (
      await checks.send([card, card], {
        papers: [{ kind: 'my-number-card', files: 1 }, twoPapers[1]],
      })
    ).json(),
  ).toMatchObject({
    identity: 'submitted',
    reason: '',
  });
  expect((await checks.decide('approve')).statusCode).toBe(200);
});
