import { and, eq, inArray, isNotNull, sql } from 'drizzle-orm';
import pg from 'pg';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { ApplicationStatus } from '#giving/applications/application.ts';
import { applications } from '#giving/applications/application-tables.server.ts';
import { applicationToken } from '#giving/applications/application-tokens.server.ts';
import { donations, donationThanks } from '#giving/donations/donation-tables.server.ts';
import type { OutgoingMail } from '#kit/files/mail.server.ts';
import { images } from '#kit/images/image-tables.server.ts';
import {
  associateAgreements,
  associateThanks,
  thanksDeliveries,
} from '#organisations/associates/associate-tables.server.ts';
import { staffMemberships } from '#organisations/room/room-tables.server.ts';
import { users } from '#people/accounts/account-tables.server.ts';
import { mailPreferences, outboxMails } from '#people/mail/mail-tables.server.ts';
import { mailSending } from '#people/mail/sending.server.ts';
import { insertBulkDonations } from '#test/factories/bulk-donations.ts';
import {
  application,
  insertApplications,
  insertAssociate,
  numberOf,
  resultFile,
  resultLine,
} from '#test/factories/donating.ts';
import { giftNumberOf } from '#test/factories/money/gift-number.ts';
import { remit } from '#test/factories/remit.ts';
import { uploadResults } from '#test/factories/upload-results.ts';
import { headersOfSession, signedIn } from '#test/signed-in.ts';
import { testApp, testSecret } from '#test/test-app.ts';
import type { StaffThanks } from './thanks-schema.ts';

const house = await testApp();
const { app, db, clock, services, databaseUrl } = house;
// Without statistics, the planner assumes the worst about these tables.
await db.execute(sql`alter table applications set (autovacuum_enabled = false)`);
await db.execute(sql`alter table donations set (autovacuum_enabled = false)`);
const signIn = signedIn(house);
await signIn('op', 'operator');
await signIn('op-2', 'operator');
await signIn('hanako');
await signIn('taro');
await signIn('editor', 'staff');
await signIn('viewer', 'staff');
await signIn('elsewhere', 'staff');
await insertAssociate(db, 'ao', 'あおぞらの会');
await insertAssociate(db, 'other', 'ほかの会');
await db.insert(staffMemberships).values([
  { uid: 'editor', associateId: 'ao' },
  { uid: 'viewer', associateId: 'ao', role: 'viewer' },
  { uid: 'elsewhere', associateId: 'other' },
]);
await db.insert(associateAgreements).values({
  id: 'agreed',
  associateId: 'ao',
  startsOn: '2026-01-01',
  feeBasisPoints: 0,
  publishes: 'at-once',
  createdBy: 'op',
  createdAt: new Date('2026-01-01T00:00:00Z'),
});

/** Indexes used by the first statement of `work` that contains these words. */
async function indexesOf(words: string, work: () => Promise<unknown>): Promise<string[]> {
  const sent = vi.spyOn(pg.Client.prototype, 'query');
  await work();
  const calls = sent.mock.calls as unknown as [{ text?: string }, unknown[]?][];
  const [query, values] = calls.find(([{ text }]) => text?.includes(words)) ?? [];
  sent.mockRestore();
  const { rows } = await house.pool.query(`explain (format json) ${query?.text}`, values);
  const plan = JSON.stringify(rows[0]['QUERY PLAN']);
  return [...plan.matchAll(/"Index Name":"(\w+)"/g)].map(([, name = '']) => name);
}

let count = 0;
/** New applications with donations, of members or guests. */
async function given(...donors: { uid?: string; email?: string; associateId?: string }[]) {
  const numbers = donors.map(() => {
    count += 1;
    return count;
  });
  await insertApplications(
    db,
    numbers.map((n, index) => {
      const {
        uid = null,
        email = `guest${n}@example.com`,
        associateId = 'ao',
      } = donors[index] ?? {};
      return application(n, { uid, email, associateId });
    }),
  );
  await results(
    ...numbers.map((n, index) => resultLine(n, { associate: donors[index]?.associateId ?? 'ao' })),
  );
  return numbers.map(numberOf);
}
async function results(...lines: string[]) {
  const operator = await headersOfSession(house, 'op');
  const { body } = await uploadResults(house, operator, resultFile(...lines));
  expect(body.errors).toEqual([]);
}

const post = async (uid: string, url: string, payload: object, ifMatch?: string) =>
  app.inject({
    method: 'POST',
    url,
    headers: { ...(await headersOfSession(house, uid)), ...(ifMatch && { 'if-match': ifMatch }) },
    payload,
  });
const get = async (uid: string, url: string) =>
  app.inject({ url, headers: await headersOfSession(house, uid) });

const toAll = {
  title: '{{お名前}}へ',
  body: '**{{団体名}}**です。毛布を買いました。',
  imageId: '',
  scope: 'all',
  appraisalId: '',
  periodFrom: '',
  periodTo: '',
  isStanding: false,
  isPublic: true,
};
const room = '/api/staff/associates/ao';

/** Writes and publishes a message as an organisation's editor. */
async function publish(changes: Partial<typeof toAll> = {}, uid = 'editor') {
  const begun = await post(uid, `${room}/thanks`, { template: 'simple' });
  expect(begun.body).toContain('id');
  const { id } = begun.json();
  const saved = await post(uid, `/api/staff/thanks/ao:${id}/draft`, {
    content: { ...toAll, ...changes },
  });
  expect(saved.body).not.toContain('"type":"');
  const published = await post(uid, `/api/staff/thanks/ao:${id}/publish`, {
    note: '',
    holdsFrom: '',
  });
  expect(published.statusCode).toBe(200);
  return id as string;
}
const deliver = () => services.thanksDelivery.deliverWaiting();
const read = async (uid: string, appraisalId: string) =>
  (await get(uid, `/api/users/applications/${appraisalId}`)).json<ApplicationStatus>();
const readByLink = async (appraisalId: string) =>
  (
    await app.inject({
      method: 'POST',
      url: '/api/applications/status',
      payload: { appraisalId, token: applicationToken(testSecret, 'status', appraisalId) },
    })
  ).json<ApplicationStatus>();
const mailsTo = async (email: string) =>
  db
    .select()
    .from(outboxMails)
    .where(and(eq(outboxMails.recipient, email), eq(outboxMails.kind, 'thanks')));
const remitted = (appraisalId: string) =>
  remit(house, [appraisalId], { asks: 'op', approves: 'op-2' });
const stateOf = async (appraisalId: string) => {
  const [row] = await db
    .select({ state: applications.state })
    .from(applications)
    .where(eq(applications.appraisalId, appraisalId));
  return row?.state;
};
const plain = (blocks: unknown) => JSON.stringify(blocks);

beforeEach(async () => {
  clock.now = new Date('2026-11-20T10:00:00+09:00');
  await db.delete(associateThanks);
  await db.delete(outboxMails);
});

describe('what a donor reads', () => {
  test('is the organisation’s text, with the name they show, and nobody else’s donation has it', async () => {
    const [mine, theirs, elsewhere] = await given(
      { uid: 'hanako' },
      { uid: 'taro' },
      { uid: 'hanako', associateId: 'other' },
    );
    await db.update(users).set({ profileName: '*はなこ*' }).where(eq(users.uid, 'hanako'));
    await publish({
      scope: 'donation',
      appraisalId: await giftNumberOf(db, mine as string),
      isPublic: false,
    });
    await deliver();
    const [letter] = (await read('hanako', mine as string)).thanks;
    expect(letter?.title).toBe('*はなこ*さまへ');
    expect(plain(letter?.blocks)).toContain(
      '{"type":"strong","children":[{"type":"text","text":"あおぞらの会"}]}',
    );
    expect((await read('taro', theirs as string)).thanks).toEqual([]);
    expect((await read('hanako', elsewhere as string)).thanks).toEqual([]);
    expect((await get('taro', `/api/users/applications/${mine}`)).statusCode).toBe(404);
  });

  test('is there for a guest by the mailed link, who is called 寄付者さま', async () => {
    const [number] = await given({ email: 'guest@example.com' });
    await publish();
    await deliver();
    const { thanks } = await readByLink(number as string);
    expect(thanks[0]?.title).toBe('寄付者さまへ');
    const [mail] = await mailsTo('guest@example.com');
    expect(mail?.textBody).toContain('お礼を読む');
    expect(mail?.textBody).not.toContain('/mypage/');
  });

  test('is gone for every reader once it is withdrawn, with a reason in the audit log', async () => {
    const [number] = await given({ uid: 'hanako' });
    const id = await publish();
    await deliver();
    await remitted(number as string);
    expect(await stateOf(number as string)).toBe('thanked');
    const url = `${room}/thanks/${id}/withdraw`;
    expect((await post('viewer', url, { reason: '誤字' })).statusCode).toBe(403);
    expect((await post('elsewhere', url, { reason: '誤字' })).statusCode).toBe(404);
    expect((await post('editor', url, { reason: '' })).statusCode).toBe(400);
    expect((await post('editor', url, { reason: '内容に誤りがありました' })).statusCode).toBe(200);
    const told = await read('hanako', number as string);
    expect([told.thanks, told.state]).toEqual([[], 'remitted']);
    const { articles } = (await services.associates.thanks('ao')) ?? { articles: undefined };
    expect(articles).toEqual([]);
  });

  test('is mended where it was published, for everybody who has it, without another mail', async () => {
    const [number] = await given({ uid: 'hanako' });
    const id = await publish();
    await deliver();
    const key = `/api/staff/thanks/ao:${id}`;
    const words = { ...toAll, body: '机を買いました。' };
    await post('editor', `${key}/draft`, { content: words });
    await post('editor', `${key}/publish`, { note: '', holdsFrom: '' });
    clock.now = new Date('2026-11-22T10:00:00+09:00');
    await deliver();
    expect(plain((await read('hanako', number as string)).thanks)).toContain('机を買いました');
    expect(await mailsTo('hanako@tasuki.example')).toHaveLength(1);
    const other = await post('editor', `${key}/draft`, {
      content: { ...words, scope: 'period', periodFrom: '2026-11-01', periodTo: '2026-11-02' },
    });
    expect(other.json().message).toContain('お届けする相手を変えられません');
  });
});

describe('to whom it goes', () => {
  test('goes to donations of a period, by days in Asia/Tokyo', async () => {
    clock.now = new Date('2026-11-09T23:59:00+09:00');
    const [before] = await given({ uid: 'hanako' });
    clock.now = new Date('2026-11-10T00:00:00+09:00');
    const [first] = await given({ uid: 'hanako' });
    clock.now = new Date('2026-11-11T23:59:59+09:00');
    const [last] = await given({ uid: 'hanako' });
    clock.now = new Date('2026-11-12T00:00:00+09:00');
    const [after] = await given({ uid: 'hanako' });
    clock.now = new Date('2026-11-20T10:00:00+09:00');
    await publish({ scope: 'period', periodFrom: '2026-11-10', periodTo: '2026-11-11' });
    await deliver();
    const counts: number[] = [];
    for (const number of [before, first, last, after]) {
      counts.push((await read('hanako', number as string)).thanks.length);
    }
    expect(counts).toEqual([0, 1, 1, 0]);
  });

  test('once it is published to nobody else: its days and its application stay', async () => {
    const [one, other] = await given({ uid: 'hanako' }, { uid: 'taro' });
    const days = { scope: 'period', periodFrom: '2026-11-10', periodTo: '2026-11-11' };
    const single = { scope: 'donation', appraisalId: await giftNumberOf(db, one as string) };
    for (const [aimed, change] of [
      [days, { periodFrom: '2026-11-09' }],
      [days, { periodTo: '2026-11-12' }],
      [single, { appraisalId: await giftNumberOf(db, other as string) }],
    ]) {
      const key = `/api/staff/thanks/ao:${await publish(aimed)}`;
      const save = (content: object) =>
        post('editor', `${key}/draft`, { content: { ...toAll, ...aimed, ...content } });
      expect((await save({ title: '直した題' })).statusCode).toBe(200);
      expect((await save(change as object)).json().message).toContain(
        'お届けする相手を変えられません',
      );
    }
  });

  test('only standing thanks go to later donations, until others replace them', async () => {
    const [earlier] = await given({ uid: 'hanako' });
    await publish();
    const standing = await publish({ isStanding: true, title: 'これからも' });
    await deliver();
    clock.now = new Date('2026-11-25T10:00:00+09:00');
    const [later] = await given({ uid: 'taro' });
    await deliver();
    const titles = async (uid: string, number: string | undefined) =>
      (await read(uid, number as string)).thanks.map(({ title }) => title).sort();
    expect(await titles('hanako', earlier)).toEqual(['*はなこ*さまへ', 'これからも']);
    expect(await titles('taro', later)).toEqual(['これからも']);
    await publish({ isStanding: true, title: '新しいごあいさつ' });
    await deliver();
    clock.now = new Date('2026-11-26T10:00:00+09:00');
    const [latest] = await given({ uid: 'taro' });
    expect(await titles('taro', latest)).toEqual(['新しいごあいさつ']);
    const list = (await get('viewer', `${room}/thanks`)).json<StaffThanks[]>();
    expect(list.find(({ id }) => id === standing)?.isStanding).toBe(false);
  });

  test.each([
    [{ scope: 'donation', appraisalId: '' }, 'お礼をお届けするご寄付の寄付番号'],
    [{ scope: 'period', periodFrom: '2026-11-10', periodTo: '2026-11-21' }, '今日までの日'],
    [{ scope: 'period', periodFrom: '2026-11-10', periodTo: '2026-11-09' }, '始まりの日より後'],
    [{ body: '{{電話番号}}さま' }, '{{ }} の中は'],
    [{ imageId: 'of-another' }, '画像が見つかりませんでした'],
  ])('%j is refused', async (changes, message) => {
    await db
      .insert(images)
      .values({
        id: 'of-another',
        associateId: 'other',
        purpose: 'associate-picture',
        contentType: 'image/webp',
        width: 100,
        height: 100,
        byteCount: 1,
        widths: [100],
        createdAt: clock.now,
      })
      .onConflictDoNothing();
    const { id } = (await post('editor', `${room}/thanks`, {})).json();
    const saved = await post('editor', `/api/staff/thanks/ao:${id}/draft`, {
      content: { ...toAll, ...changes },
    });
    expect(saved.statusCode).toBe(400);
    expect(saved.json().message).toContain(message);
  });

  test('a donation to another organisation cannot be thanked for', async () => {
    const [foreign] = await given({ uid: 'hanako', associateId: 'other' });
    const { id } = (await post('editor', `${room}/thanks`, {})).json();
    for (const appraisalId of [await giftNumberOf(db, foreign as string), 'G-00000-00000']) {
      const saved = await post('editor', `/api/staff/thanks/ao:${id}/draft`, {
        content: { ...toAll, scope: 'donation', appraisalId },
      });
      expect(saved.json().message).toContain('ご寄付の中にありません');
    }
  });
});

describe('the step お礼', () => {
  test('is reached by thanks and the remittance together, in either order, and by no button', async () => {
    const [early, late] = await given({ uid: 'hanako' }, { uid: 'hanako' });
    await remitted(late as string);
    expect(await stateOf(late as string)).toBe('remitted');
    const { version } = await read('hanako', late as string);
    await publish();
    await deliver();
    expect(await stateOf(early as string)).toBe('donated');
    expect((await read('hanako', early as string)).thanks).toHaveLength(1);
    expect(await stateOf(late as string)).toBe('thanked');
    const told = await read('hanako', late as string);
    expect(told.events.at(-1)).toMatchObject({ state: 'thanked', label: '団体からのお礼' });
    // The version shows it to pages loaded before.
    expect(told.version).toBe(version + 1);
    await remitted(early as string);
    expect(await stateOf(early as string)).toBe('thanked');
    const byHand = await post('op', '/api/office/applications/step', {
      applications: [{ appraisalId: early, version: 1 }],
      step: 'thank',
    });
    expect(byHand.statusCode).toBe(400);
  });
});

describe('the mail', () => {
  const address = 'hanako@tasuki.example';
  test('is one a donor and day; what comes later on a day waits for the next morning', async () => {
    await given({ uid: 'hanako', email: address }, { uid: 'hanako', email: address });
    await publish({ title: '一通目' });
    await deliver();
    expect(await mailsTo(address)).toHaveLength(1);
    await publish({ title: '二通目' });
    await deliver();
    expect(await mailsTo(address)).toHaveLength(1);
    clock.now = new Date('2026-11-21T08:59:00+09:00');
    await deliver();
    expect(await mailsTo(address)).toHaveLength(1);
    clock.now = new Date('2026-11-21T09:00:00+09:00');
    await deliver();
    const mails = await mailsTo(address);
    expect(mails).toHaveLength(2);
    expect(mails.map(({ textBody }) => textBody).join()).toMatch(/一通目[\s\S]*二通目/);
  });

  test('is not written to who does not want it, who reads it all the same', async () => {
    await db.insert(mailPreferences).values({ uid: 'taro', kind: 'thanks', isWanted: false });
    const [number] = await given({ uid: 'taro', email: 'taro@tasuki.example' });
    await publish();
    await deliver();
    expect(await mailsTo('taro@tasuki.example')).toEqual([]);
    expect((await read('taro', number as string)).thanks).toHaveLength(1);
    await db.delete(mailPreferences);
  });

  test('is stopped by a guest with one press, for all gifts under their address and no others', async () => {
    const guest = 'quiet.guest@example.com';
    await given({ email: guest }, { email: guest });
    await publish();
    await deliver();
    const sent: OutgoingMail[] = [];
    const sending = mailSending(house.dependencies, async (mail) => void sent.push(mail));
    await sending.sendWaiting();
    const mail = sent.find(({ to, subject }) => to === guest && subject.includes('お礼'));
    expect(mail?.text).toContain('このお知らせの配信を停止する');
    const stop = String(mail?.unsubscribeUrl).slice(house.dependencies.publicUrl.length);
    const press = () =>
      app.inject({
        method: 'POST',
        url: stop,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: 'List-Unsubscribe=One-Click',
      });
    const forged = await app.inject({ method: 'POST', url: stop.replace(/.$/, '') });
    expect(forged.statusCode).toBe(404);
    expect([(await press()).json(), (await press()).statusCode]).toEqual([{ kind: 'thanks' }, 200]);

    clock.now = new Date('2026-11-22T10:00:00+09:00');
    await db.delete(outboxMails);
    const [late] = await given({ email: guest }, { email: 'loud.guest@example.com' });
    await publish({ title: '次のお礼' });
    await deliver();
    expect([
      (await mailsTo(guest)).length,
      (await mailsTo('loud.guest@example.com')).length,
    ]).toEqual([0, 1]);
    // It can still be read.
    expect((await readByLink(late as string)).thanks).toHaveLength(1);
  });

  test('that was written before a guest stopped them does not leave', async () => {
    const guest = 'waiting.guest@example.com';
    await given({ email: guest });
    await publish();
    await deliver();
    await db
      .update(applications)
      .set({ wantsThanksMails: false })
      .where(eq(applications.email, guest));
    const sent: OutgoingMail[] = [];
    const sending = mailSending(house.dependencies, async (mail) => void sent.push(mail));
    await sending.sendWaiting();
    const mine = sent.filter(({ to }) => to === guest);
    expect(mine.filter(({ subject }) => subject.includes('お礼'))).toEqual([]);
    expect(await mailsTo(guest)).toEqual([]);
  });

  test('of thanks that were withdrawn before is not written', async () => {
    await given({ uid: 'hanako', email: address });
    const id = await publish();
    while (await services.thanksDelivery.giveNext());
    await post('editor', `${room}/thanks/${id}/withdraw`, { reason: '誤り' });
    await deliver();
    expect(await mailsTo(address)).toEqual([]);
  });
});

describe('the delivery', () => {
  test('gives each donation its thanks once, however often and wherever it breaks off', async () => {
    await insertAssociate(db, 'large', '大きな会');
    await db.insert(staffMemberships).values({ uid: 'editor', associateId: 'large' });
    const large = Array.from({ length: 1_201 }, () => ({ associateId: 'large' }));
    await given(...large);
    await db.insert(associateThanks).values({
      id: 'to-large',
      associateId: 'large',
      title: '件名',
      body: '本文',
      publishedAt: clock.now,
      isDelivered: true,
    });
    await db.insert(thanksDeliveries).values({ thanksId: 'to-large', aimedCount: 1_201 });
    const givenNow = () =>
      db.select().from(donationThanks).where(eq(donationThanks.thanksId, 'to-large'));
    await services.thanksDelivery.giveNext();
    expect(await givenNow()).toHaveLength(500);
    // Several processes at once, and one that picks up the rest.
    await Promise.all([1, 2, 3].map(() => services.thanksDelivery.giveNext()));
    // By each guest's e-mail, not through all donations.
    const indexes = await indexesOf('with told as', deliver);
    expect(indexes).toContain('applications_email');
    expect(indexes).not.toContain('applications_pkey');
    const rows = await givenNow();
    expect(rows).toHaveLength(1_201);
    expect(rows.every(({ notifyAt }) => notifyAt === null)).toBe(true);
    const list = (await get('editor', '/api/staff/associates/large/thanks')).json<StaffThanks[]>();
    expect(list).toMatchObject([{ aimedCount: 1_201, givenCount: 1_201, isDone: true }]);
    const all = await db
      .select()
      .from(donations)
      .where(
        inArray(
          donations.id,
          rows.map(({ donationId }) => donationId),
        ),
      );
    expect(new Set(all.map(({ associateId }) => associateId))).toEqual(new Set(['large']));
    expect(await db.select().from(outboxMails).where(eq(outboxMails.kind, 'thanks'))).toHaveLength(
      1_201,
    );
  });
});

describe('of many donations of one donor', () => {
  test.each([
    ['a guest', undefined],
    ['a registered person', 'hanako'],
  ])('%s reads in one mail, and in none the next morning', async (_, uid) => {
    const id = uid ?? 'guests';
    await insertAssociate(db, `of-${id}`, '大きな会');
    // More than one batch of mails, each with a time of its own.
    await insertBulkDonations(databaseUrl, {
      associateId: `of-${id}`,
      count: 1_100,
      first: uid ? 200_000 : 100_000,
      guests: 100,
      ...(uid && { uid }),
    });
    await db.insert(associateThanks).values({
      id: `to-${id}`,
      associateId: `of-${id}`,
      title: '件名',
      body: '本文',
      publishedAt: clock.now,
      isDelivered: true,
    });
    await db.insert(thanksDeliveries).values({ thanksId: `to-${id}`, aimedCount: 1_100 });
    const before = await db.$count(outboxMails, eq(outboxMails.kind, 'thanks'));
    await deliver();
    const written = (await db.$count(outboxMails, eq(outboxMails.kind, 'thanks'))) - before;
    expect(written).toBe(uid ? 1 : 100);
    clock.now = new Date('2026-11-28T09:00:00+09:00');
    await deliver();
    expect((await db.$count(outboxMails, eq(outboxMails.kind, 'thanks'))) - before).toBe(written);
    expect(await db.$count(donationThanks, isNotNull(donationThanks.notifyAt))).toBe(0);
  });
});

describe('before the operator has looked', () => {
  test('a template with a gap is a draft, which nobody is asked to read before it is filled in', async () => {
    const { id } = (await post('editor', `${room}/thanks`, { template: 'report' })).json();
    const ask = () =>
      post('editor', `/api/staff/thanks/ao:${id}/publish`, { note: '', holdsFrom: '' });
    const refused = await ask();
    expect(refused.statusCode).toBe(400);
    expect(refused.json().message).toContain('（ここに書いてください）');
    await post('editor', `/api/staff/thanks/ao:${id}/draft`, { content: toAll });
    expect((await ask()).statusCode).toBe(200);
  });

  test('nothing is delivered where the agreement does not say at once', async () => {
    const [number] = await given({ uid: 'hanako', associateId: 'other' });
    const { id } = (
      await post('elsewhere', '/api/staff/associates/other/thanks', { template: 'simple' })
    ).json();
    const key = `other:${id}`;
    const asked = await post('elsewhere', `/api/staff/thanks/${key}/publish`, {
      note: '',
      holdsFrom: '',
    });
    expect(asked.json().draft.state).toBe('waiting');
    await deliver();
    expect((await read('hanako', number as string)).thanks).toEqual([]);
    const [look] = (await get('op', '/api/office/looks')).json();
    expect(look).toMatchObject({ kind: 'thanks', key, associateName: 'ほかの会' });
    const { tag } = look;
    const returned = await post('op', '/api/office/looks/return', {
      ...{ kind: 'thanks', key, tag },
      reason: '数字をご確認ください',
    });
    expect(returned.statusCode).toBe(200);
    const facts = (await get('elsewhere', '/api/staff/associates/other/room')).json();
    expect(facts.returned).toMatchObject([{ kind: 'thanks', id, reason: '数字をご確認ください' }]);
    await post('elsewhere', `/api/staff/thanks/${key}/publish`, { note: '', holdsFrom: '' });
    const stale = await post('op', '/api/office/looks/publish', { kind: 'thanks', key, tag });
    expect(stale.statusCode).toBe(409);
    const [again] = (await get('op', '/api/office/looks')).json();
    const done = await post('op', '/api/office/looks/publish', {
      ...{ kind: 'thanks', key },
      tag: again.tag,
    });
    expect(done.statusCode).toBe(200);
    await deliver();
    expect((await read('hanako', number as string)).thanks).toHaveLength(1);
  });
});

describe('whose it is', () => {
  test.each([
    ['viewer', 403],
    ['elsewhere', 404],
    ['hanako', 403],
    ['op', 403],
  ])('%s changes nothing', async (uid, status) => {
    const id = await publish();
    const key = `/api/staff/thanks/ao:${id}`;
    for (const [url, payload] of [
      [`${room}/thanks`, {}],
      [`${key}/draft`, { content: toAll }],
      [`${key}/publish`, { note: '', holdsFrom: '' }],
      [`${key}/discard`, {}],
      [`${key}/restore`, { number: 1 }],
    ] as const) {
      expect((await post(uid, url, payload)).statusCode, url).toBe(status);
    }
    const reads = [`${room}/thanks`, `${room}/thanks/drafts`, key, `${key}/versions`];
    for (const url of reads) {
      expect((await get(uid, url)).statusCode, url).toBe(uid === 'viewer' ? 200 : status);
    }
  });

  test('an editor finds no other organisation’s words to begin with', async () => {
    const id = await publish();
    const begun = await post('elsewhere', '/api/staff/associates/other/thanks', { earlierId: id });
    expect(begun.statusCode).toBe(404);
    const mine = (await post('editor', `${room}/thanks`, { earlierId: id })).json();
    const draft = (await get('editor', `/api/staff/thanks/ao:${mine.id}`)).json();
    expect(draft.draft.content).toMatchObject({ title: toAll.title, scope: 'all' });
  });
});
