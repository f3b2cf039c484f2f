import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { applications } from '#giving/applications/application-tables.server.ts';
import { transaction } from '#kit/db/database.server.ts';
import type { OutgoingMail } from '#kit/files/mail.server.ts';
import {
  application,
  insertApplications,
  insertAssociate,
  numberOf,
} from '#test/factories/donating.ts';
import { signedIn } from '#test/signed-in.ts';
import { testApp, testOrigin, testSecret } from '#test/test-app.ts';
import { mailPreferences, outboxMails } from './mail-tables.server.ts';
import { writeMail } from './outbox.server.ts';
import { preferences as preferencesOf } from './preferences.server.ts';
import { mailSending } from './sending.server.ts';
import { oneClickUrl } from './unsubscribing.server.ts';

const house = await testApp();
const { app, db, files, clock } = house;
const dependencies = {
  db,
  files,
  clock: () => clock.now,
  secret: testSecret,
  publicUrl: testOrigin,
};
const signIn = signedIn(house);
const donor = await signIn('donor');
const other = await signIn('other');
await insertAssociate(db, 'ao');
await insertApplications(db, [
  application(1, { uid: 'donor' }),
  application(2, { frequency: 'recurring' }),
  application(3, { frequency: 'recurring' }),
  application(4, { frequency: 'recurring', uid: 'donor' }),
]);

const everything = {
  'goods-received': true,
  remitted: true,
  'kit-reminder': true,
  'next-box': true,
  thanks: true,
  'pledge-replied': true,
  'goods-sold': true,
};
const url = '/api/users/mail-preferences';
const read = async (headers: typeof donor) => (await app.inject({ url, headers })).json();
const set = (headers: typeof donor, payload: object) =>
  app.inject({ method: 'POST', url, headers, payload });

let sent: OutgoingMail[] = [];
const sending = mailSending(dependencies, async (mail) => void sent.push(mail));

const about = {
  name: '髙橋 花子',
  appraisalId: numberOf(1),
  targetName: '見本の会',
  statusUrl: `${testOrigin}/application-status`,
};
type Kind = 'goods-received' | 'kit-sent';
const write = (kind: Kind, uid: string | undefined) =>
  transaction(db, (tx) =>
    writeMail(
      tx,
      { kind, dedupeKey: `${kind}:${uid}`, to: 'd@tasuki.example', uid, data: about },
      dependencies,
    ),
  );

/** One-click unsubscribe, as a mail program does it (RFC 8058). */
const pressStop = (mail: OutgoingMail | undefined) =>
  app.inject({
    method: 'POST',
    url: String(mail?.unsubscribeUrl).slice(testOrigin.length),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'List-Unsubscribe=One-Click',
  });

beforeEach(async () => {
  sent = [];
  await db.delete(outboxMails);
  await db.delete(mailPreferences);
});

test('everything is wanted until somebody says otherwise, each for themselves', async () => {
  expect(await read(donor)).toEqual(everything);
  const changed = { ...everything, remitted: false };
  expect((await set(donor, changed)).json()).toEqual(changed);
  expect(await read(donor)).toEqual(changed);
  expect(await read(other)).toEqual(everything);
  expect((await set(donor, { ...everything, 'kit-sent': false })).statusCode).toBe(400);
  expect((await set(donor, { remitted: false })).statusCode).toBe(400);
});

test('what is switched off does not leave, not even when it was written before', async () => {
  await write('goods-received', 'donor');
  await set(donor, { ...everything, 'goods-received': false });
  await write('goods-received', 'other');
  await write('kit-sent', 'donor');
  await sending.sendWaiting();
  expect(sent.map(({ subject }) => subject).sort()).toEqual([
    expect.stringContaining('お品物が届きました'),
    expect.stringContaining('箱をお送りしました'),
  ]);
  expect(await db.select().from(outboxMails).where(eq(outboxMails.state, 'waiting'))).toEqual([]);
});

test('what a donor switched off still leaves to guests, who have no switches', async () => {
  await set(donor, { ...everything, 'goods-received': false });
  await write('goods-received', undefined);
  await write('goods-received', 'donor');
  expect(await sending.sendWaiting()).toBe(1);
  expect(sent.map(({ unsubscribeUrl }) => unsubscribeUrl)).toEqual([undefined]);
});

test('an optional mail is stopped by one press, and by the link in its text', async () => {
  await write('goods-received', 'donor');
  await sending.sendWaiting();
  const [mail] = sent;
  expect(mail?.text).toContain(`${testOrigin}/unsubscribe#token=`);
  expect(mail?.html).toContain(`${testOrigin}/unsubscribe#token=`);
  expect((await pressStop(mail)).json()).toEqual({ kind: 'goods-received' });
  expect(await read(donor)).toEqual({ ...everything, 'goods-received': false });
  // Mail programs may repeat the request.
  expect((await pressStop(mail)).statusCode).toBe(200);
});

test('a necessary mail offers no way to stop it', async () => {
  await write('kit-sent', 'donor');
  await write('goods-received', undefined);
  await sending.sendWaiting();
  expect(sent).toHaveLength(2);
  for (const mail of sent) {
    expect(mail.unsubscribeUrl).toBeUndefined();
    expect(mail.text + mail.html).not.toContain('unsubscribe');
  }
});

test('the stored mail does not contain the link', async () => {
  await write('goods-received', 'donor');
  const [row] = await db.select().from(outboxMails);
  expect(JSON.stringify(row)).not.toContain('#token=');
});

test('a guest stops the invitations that the application asked for', async () => {
  await transaction(db, (tx) =>
    writeMail(
      tx,
      {
        kind: 'next-box',
        dedupeKey: 'next-box',
        to: 'guest@tasuki.example',
        appraisalId: numberOf(2),
        data: { name: '髙橋 花子', targetName: '見本の会', applyPath: '/associate/ao' },
      },
      dependencies,
    ),
  );
  await sending.sendWaiting();
  expect((await pressStop(sent[0])).statusCode).toBe(200);
  const rows = await db
    .select({ appraisalId: applications.appraisalId })
    .from(applications)
    .where(eq(applications.frequency, 'recurring'));
  expect(rows.map(({ appraisalId }) => appraisalId).sort()).toEqual([numberOf(3), numberOf(4)]);
  expect(await read(donor)).toEqual(everything);
});

test('the link in a guest’s mail stops thanks also after an account has claimed the application', async () => {
  const guest = { appraisalId: numberOf(3), kind: 'thanks' } as const;
  const url = oneClickUrl(dependencies, guest).slice(testOrigin.length);
  await db
    .update(applications)
    .set({ uid: 'other' })
    .where(eq(applications.appraisalId, numberOf(3)));
  const pressed = await app.inject({ method: 'POST', url });
  expect([pressed.statusCode, await read(other)]).toEqual([200, { ...everything, thanks: false }]);
  expect(await read(donor)).toEqual(everything);
});

test.each(['', 'x', 'a.b', `${'a'.repeat(400)}.b`])(
  'a made-up link stops nothing: %s',
  async (token) => {
    const reply = await app.inject({ method: 'POST', url: `/api/mail/unsubscribe?token=${token}` });
    expect([400, 404]).toContain(reply.statusCode);
  },
);

test('a link of before a change of SECRET stops mails while that one is known', async () => {
  await write('goods-received', 'donor');
  await sending.sendWaiting();
  const token = new URL(String(sent[0]?.unsubscribeUrl)).searchParams.get('token') ?? '';
  const secret = 'the next secret of these tests is long enough';
  const stop = (oldSecrets: string[]) =>
    preferencesOf({ db, clock: () => clock.now, secret, oldSecrets }).unsubscribe(token);
  await expect(stop([])).rejects.toThrow();
  expect(await stop([testSecret])).toBe('goods-received');
});

test('the page of the link sends the token in a body, not in an address', async () => {
  await write('goods-received', 'donor');
  await sending.sendWaiting();
  const token = /unsubscribe#token=([\w.-]+)/.exec(String(sent[0]?.text))?.[1];
  const stop = (payload: object) =>
    app.inject({ method: 'POST', url: '/api/mail/unsubscribe', payload });
  expect((await stop({})).statusCode).toBe(404);
  expect((await stop({ token })).json()).toEqual({ kind: 'goods-received' });
  expect(await read(donor)).toEqual({ ...everything, 'goods-received': false });
});

test('a token can’t be changed to another person or kind', async () => {
  await write('goods-received', 'donor');
  await sending.sendWaiting();
  const token = new URL(String(sent[0]?.unsubscribeUrl)).searchParams.get('token') ?? '';
  const bent = `${Buffer.from('goods-received uid other').toString('base64url')}.${token.split('.')[1]}`;
  const reply = await app.inject({ method: 'POST', url: `/api/mail/unsubscribe?token=${bent}` });
  expect(reply.statusCode).toBe(404);
  expect(await read(other)).toEqual(everything);
});
