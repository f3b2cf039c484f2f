import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { auditLog } from '#kit/audit/audit-tables.server.ts';
import { imageFile } from '#kit/files/files.server.ts';
import { images } from '#kit/images/image-tables.server.ts';
import { outboxMails } from '#people/mail/mail-tables.server.ts';
import { insertAssociate, numberOf } from '#test/factories/donating.ts';
import { picturesForm } from '#test/factories/pictures.ts';
import { insertImage, insertPledge } from '#test/factories/pledging.ts';
import { insertDonation } from '#test/factories/receipts.ts';
import { signedIn } from '#test/signed-in.ts';
import { testApp } from '#test/test-app.ts';
import { emptyWords } from './pledge-draft.ts';
import { pledges } from './pledge-tables.server.ts';

const house = await testApp();
const { app, db } = house;
type Headers = Record<string, string>;
let operator: Headers;
let hanako: Headers;

beforeAll(async () => {
  const signIn = signedIn(house);
  operator = await signIn('op', 'operator');
  hanako = await signIn('hanako');
  await insertAssociate(db, 'ao', 'あおぞらの会');
  await insertDonation(db, { n: 1, uid: 'hanako', yen: 1_200, on: '2026-11-01' });
});
beforeEach(async () => {
  await db.delete(pledges);
  await db.delete(images);
  await insertImage(db, 'face');
  await house.files.write(imageFile('face', 960), Buffer.from('a face'));
  await insertPledge(db, { id: 'coat', appraisalId: numberOf(1), uid: 'hanako' }, ['face']);
  const reply = await post('/api/my-pledges/coat/report', { reason: '他人の写真です。' }, {});
  expect(reply.statusCode).toBe(200);
  await db.delete(outboxMails);
});

let addresses = 0;
const post = (url: string, payload: object, headers = operator) =>
  app.inject({
    method: 'POST',
    url,
    payload,
    headers,
    remoteAddress: `192.0.2.${++addresses}`,
  });
const told = 'ほかの方のお顔が写っています。';
const withhold = () => post('/api/office/pledges/coat/withhold', { reason: told });
const lift = (state: string) => post('/api/office/pledges/coat/lift', { state });
const remove = () => post('/api/my-pledges/coat/remove', {}, hanako);
const write = (state: string, id = 'coat') => {
  const items = id === '' ? [] : [{ id: 'coat-item-1', name: 'コート', comment: '' }];
  const text = '直しました。';
  const draft = { id, appraisalId: numberOf(1), ...emptyWords, text, state, items };
  const form = picturesForm('pledge', draft, []);
  const { payload } = form;
  return app.inject({
    method: 'POST',
    url: '/api/my-pledges',
    payload,
    headers: { ...hanako, ...form.headers },
  });
};
const publicIds = async () =>
  (await app.inject('/api/my-pledges')).json().map(({ id }: { id: string }) => id);
const inReports = async () => {
  const reply = await app.inject({ url: '/api/office/pledge-reports', headers: operator });
  const [{ pledge, handledAt }] = reply.json();
  const { state, isWithheld, withheldReason, text } = pledge;
  return { state, isWithheld, withheldReason, text, isHandled: handledAt !== null };
};
const own = async () =>
  (await app.inject({ url: '/api/users/my-pledges/coat', headers: hanako })).json();
const picture = async () => (await app.inject('/images/face')).statusCode;
const mails = () => db.select().from(outboxMails).orderBy(outboxMails.id);

describe.each(['hidden', 'draft'])('a pledge that its author set to %s', (state) => {
  beforeEach(async () => {
    expect((await write(state)).statusCode).toBe(200);
  });

  test('is withheld all the same, told to its author, and stands so in the list', async () => {
    expect(await inReports()).toMatchObject({ state, isWithheld: false, isHandled: false });
    expect((await withhold()).json()).toMatchObject({ state, isWithheld: true });
    expect(await inReports()).toMatchObject({
      state,
      isWithheld: true,
      withheldReason: told,
      isHandled: true,
    });
    expect(await own()).toMatchObject({ state: 'withheld', withheldReason: told });
    const [mail, ...others] = await mails();
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ kind: 'pledge-withheld', recipient: 'hanako@tasuki.example' });
    expect(mail?.textBody).toContain(told);
    expect(mail?.textBody).toContain('これから公開することもできなくなっています');
    expect((await withhold()).statusCode).toBe(409);
  });

  test('stays unseen with its pictures however its author sets it', async () => {
    expect(await picture()).toBe(404);
    await withhold();
    for (const wanted of ['published', 'hidden', 'draft']) {
      const refused = await write(wanted);
      expect(refused.statusCode).toBe(409);
      expect(refused.json().message).toContain('運営者が公開を止めています');
    }
    expect(await publicIds()).toEqual([]);
    expect(await house.services.pledges.find('coat')).toBeUndefined();
    expect(await picture()).toBe(404);
  });

  test('has its author’s state again when that is lifted, and can be published', async () => {
    await withhold();
    // Refuses a state that the operator did not see.
    expect((await lift('published')).statusCode).toBe(409);
    expect((await lift(state)).json()).toMatchObject({ state, isWithheld: false });
    expect(await publicIds()).toEqual([]);
    expect(await own()).toMatchObject({ state, withheldReason: '' });
    const mail = (await mails()).at(-1);
    expect(mail).toMatchObject({ kind: 'pledge-released', recipient: 'hanako@tasuki.example' });
    expect(mail?.textBody).toContain('いつでも公開できます');
    expect(await picture()).toBe(404);
    expect((await write('published')).statusCode).toBe(200);
    expect(await publicIds()).toEqual(['coat']);
    expect(await picture()).toBe(200);
    expect((await lift(state)).statusCode).toBe(409);
  });
});

test('publishing at the same moment as the withholding has no effect', async () => {
  await write('hidden');
  const [withheld] = await Promise.all([withhold(), write('published'), write('published')]);
  expect(withheld.statusCode).toBe(200);
  expect(await publicIds()).toEqual([]);
  expect(await inReports()).toMatchObject({ isWithheld: true });
});

describe.each(['published', 'hidden'])('a %s pledge taken away while it is withheld', (state) => {
  beforeEach(async () => {
    await write(state);
    await withhold();
    expect((await remove()).statusCode).toBe(200);
    await db.delete(outboxMails);
  });

  test('does not come back as a new one, and stands as both in the list', async () => {
    const again = await write('published', '');
    expect(again.statusCode).toBe(409);
    expect(again.json().message).toContain('運営者が公開を止めています');
    expect(await inReports()).toEqual({
      state: 'removed',
      isWithheld: true,
      withheldReason: told,
      text: '',
      isHandled: true,
    });
    expect((await withhold()).statusCode).toBe(409);
    expect(await publicIds()).toEqual([]);
  });

  test('may be written anew once the operator allows it, and its author is told so', async () => {
    // An operator who has not seen the removal has to decide again.
    expect((await lift(state)).statusCode).toBe(409);
    expect(await mails()).toEqual([]);
    expect((await lift('removed')).json()).toMatchObject({ state: 'removed', isWithheld: false });
    expect(await publicIds()).toEqual([]);
    expect(await inReports()).toMatchObject({ state: 'removed', isWithheld: false });
    const [mail, ...others] = await mails();
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ kind: 'pledge-released', recipient: 'hanako@tasuki.example' });
    expect(mail?.textBody).toContain('新しくお書きいただけます');
    expect(mail?.textBody).toContain('/mypage/my-pledge');
    const [entry] = (await db.select().from(auditLog)).filter(
      ({ action }) => action === 'pledges.lifted',
    );
    expect(entry).toMatchObject({ subjectId: 'coat' });
    expect((await lift('removed')).statusCode).toBe(409);

    const anew = await write('published', '');
    expect(anew.json()).toMatchObject({ state: 'published', text: '直しました。' });
    expect(await publicIds()).toEqual([anew.json().id]);
    // It can be withheld again.
    expect((await withhold()).statusCode).toBe(200);
    expect(await publicIds()).toEqual([]);
  });
});

test('a pledge that was taken away without being withheld has nothing to lift', async () => {
  await remove();
  expect(await inReports()).toMatchObject({ state: 'removed', isWithheld: false });
  expect((await lift('removed')).statusCode).toBe(409);
  expect((await withhold()).statusCode).toBe(409);
  expect((await write('published', '')).statusCode).toBe(200);
});
