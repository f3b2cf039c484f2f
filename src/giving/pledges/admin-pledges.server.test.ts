import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { auditLog } from '#kit/audit/audit-tables.server.ts';
import { imageFile } from '#kit/files/files.server.ts';
import { outboxMails } from '#people/mail/mail-tables.server.ts';
import { insertAssociate, numberOf } from '#test/factories/donating.ts';
import { picturesForm } from '#test/factories/pictures.ts';
import { insertImage, insertPledge } from '#test/factories/pledging.ts';
import { insertDonation } from '#test/factories/receipts.ts';
import { pagesOf } from '#test/pages-of.ts';
import { signedIn } from '#test/signed-in.ts';
import { testApp } from '#test/test-app.ts';
import { emptyWords } from './pledge-draft.ts';
import { pledgeReports, pledges } from './pledge-tables.server.ts';

const house = await testApp();
const { app, db, clock } = house;
type Headers = Record<string, string>;
let operator: Headers;
let hanako: Headers;

beforeAll(async () => {
  const signIn = signedIn(house);
  operator = await signIn('op', 'operator');
  hanako = await signIn('hanako');
  await insertAssociate(db, 'ao', 'あおぞらの会');
  await insertDonation(db, { n: 1, uid: 'hanako', yen: 1_200, on: '2026-11-01' });
  await insertDonation(db, { n: 2, uid: 'hanako', yen: 800, on: '2026-11-02' });
  await house.services.topics.start();
});
afterAll(() => house.services.topics.stop());
beforeEach(async () => {
  await db.delete(pledges);
  await db.delete(outboxMails);
  await insertPledge(db, { id: 'coat', appraisalId: numberOf(1), uid: 'hanako' });
  await insertPledge(db, { id: 'bag', appraisalId: numberOf(2), uid: 'hanako' });
});

const get = async (url: string, headers = operator) => app.inject({ url, headers });
const post = (url: string, payload: object, headers = operator) =>
  app.inject({ method: 'POST', url, payload, headers });
const reported = async (pledgeId: string, reason = '他人の写真です。') => {
  expect((await post(`/api/my-pledges/${pledgeId}/report`, { reason }, {})).statusCode).toBe(200);
};
const reports = async (query = '') => (await get(`/api/office/pledge-reports${query}`)).json();
const withhold = (id: string, reason = 'ほかの方のお顔が写っています。') =>
  post(`/api/office/pledges/${id}/withhold`, { reason });
const lift = (id: string, state = 'published') => post(`/api/office/pledges/${id}/lift`, { state });
const publicIds = async () =>
  (await app.inject('/api/my-pledges')).json().map(({ id }: { id: string }) => id);
const write = (draft: object) => {
  const form = picturesForm('pledge', draft, []);
  return app.inject({
    method: 'POST',
    url: '/api/my-pledges',
    payload: form.payload,
    headers: { ...hanako, ...form.headers },
  });
};
const coat = {
  id: 'coat',
  appraisalId: numberOf(1),
  ...emptyWords,
  text: 'もう一度公開します。',
  state: 'published',
  items: [],
};

test('reports stand in a list of their own, those to decide first, with their pledge', async () => {
  await reported('coat', '最初の通報');
  clock.now = new Date(clock.now.getTime() + 60_000);
  await reported('bag', '次の通報');
  const [bag, first] = await reports();
  expect(bag).toMatchObject({ reason: '次の通報', handledAt: null, pledge: { id: 'bag' } });
  expect(first).toMatchObject({
    reason: '最初の通報',
    pledge: {
      id: 'coat',
      state: 'published',
      isWithheld: false,
      withheldReason: '',
      donation: { associateName: 'あおぞらの会' },
    },
  });
  expect(bag).not.toHaveProperty('reporterUid');
  const marked = await post(`/api/office/pledge-reports/${bag.id}`, { isHandled: true });
  expect(marked.json().handledAt).toMatch(/^\d{17}$/);
  expect((await reports()).map(({ reason }: { reason: string }) => reason)).toEqual([
    '最初の通報',
    '次の通報',
  ]);
  expect(await reports('?state=open')).toHaveLength(1);
  expect(await reports('?state=handled')).toHaveLength(1);
  expect((await get('/api/office/inbox')).json().openReports).toBe(1);
  // Dismissing a report does not change its pledge.
  expect(await publicIds()).toContain('bag');
  await post(`/api/office/pledge-reports/${bag.id}`, { isHandled: false });
  expect(await reports('?state=open')).toHaveLength(2);
  const entries = await db.select().from(auditLog).orderBy(auditLog.id);
  const actions = entries
    .map(({ action }) => action)
    .filter((action) => !action.startsWith('security.'));
  expect(actions.slice(-3)).toEqual([
    'pledge-reports.list',
    'pledge-reports.reopened',
    'pledge-reports.list',
  ]);
});

test('the list comes in pages', async () => {
  const createdAt = clock.now;
  await db.insert(pledgeReports).values(
    Array.from({ length: 45 }, (_, n) => ({
      id: `report-${n}`,
      pledgeId: 'coat',
      reason: `通報 ${n}`,
      createdAt: new Date(createdAt.getTime() - n * 1_000),
    })),
  );
  const replies = await pagesOf(get, '/api/office/pledge-reports');
  const pages = replies.map((reply) => reply.json<{ id: string }[]>());
  expect(pages.map((page) => page.length)).toEqual([20, 20, 5]);
  expect(pages.flat().map(({ id }) => id)).toEqual(
    Array.from({ length: 45 }, (_, n) => `report-${n}`),
  );
  expect(replies.map((reply) => reply.headers['x-total-count'])).toEqual(['45', '45', '45']);
});

describe('a pledge that the operator withholds', () => {
  test('is gone from all that is public; its author is mailed the reason', async () => {
    await reported('coat');
    await reported('coat', '住所が写っています。');
    await reported('bag');
    const told = ['/sitemap.xml', '/feed/pledges.xml'];
    for (const url of told) expect((await app.inject(url)).body).toContain('/my-pledge/coat');
    const reply = await withhold('coat');
    expect(reply.json()).toMatchObject({ id: 'coat', state: 'published', isWithheld: true });
    expect(await publicIds()).toEqual(['bag']);
    expect(await house.services.pledges.find('coat')).toBeUndefined();
    for (const url of told) {
      const timeout = 1_500;
      await expect
        .poll(async () => (await app.inject(url)).body, { timeout })
        .not.toContain('/my-pledge/coat');
      expect((await app.inject(url)).body, url).toContain('/my-pledge/bag');
    }
    expect((await post('/api/my-pledges/coat/report', { reason: '理由' }, {})).statusCode).toBe(
      404,
    );
    // All reports of this pledge are settled, those of the other are not.
    expect((await reports('?state=open')).map((one: { pledge: object }) => one.pledge)).toEqual([
      expect.objectContaining({ id: 'bag' }),
    ]);
    const written = await db.select().from(outboxMails);
    const mails = written.filter(({ kind }) => kind !== 'pledge-reported');
    expect(mails.map(({ kind, recipient }) => [kind, recipient])).toEqual([
      ['pledge-withheld', 'hanako@tasuki.example'],
    ]);
    expect(mails[0]?.textBody).toContain('ほかの方のお顔が写っています。');
    expect(mails[0]?.textBody).not.toContain('住所が写っています');
    const actions = (await db.select().from(auditLog)).map(({ action }) => action);
    expect(actions).toContain('pledges.withheld');
  });

  test('takes its pictures along, also from who kept their address', async () => {
    await db.delete(pledges);
    await insertImage(db, 'face');
    await house.files.write(imageFile('face', 960), Buffer.from('a face'));
    const withFace = { id: 'coat', appraisalId: numberOf(1), uid: 'hanako' };
    await insertPledge(db, withFace, ['face']);
    const statuses = async () => {
      const urls = ['/images/face', '/images/face/960', '/images/face/960.webp'];
      return Promise.all(urls.map(async (url) => (await app.inject(url)).statusCode));
    };
    expect(await statuses()).toEqual([200, 200, 200]);
    await withhold('coat');
    expect(await statuses()).toEqual([404, 404, 404]);
    await lift('coat');
    expect(await statuses()).toEqual([200, 200, 200]);
  });

  test('is shown to its author with the reason, and cannot be published by them', async () => {
    await withhold('coat');
    const own = await get('/api/users/my-pledges/coat', hanako);
    expect(own.json()).toMatchObject({
      state: 'withheld',
      withheldReason: 'ほかの方のお顔が写っています。',
    });
    for (const state of ['published', 'hidden', 'draft']) {
      const refused = await write({ ...coat, state });
      expect(refused.statusCode).toBe(409);
      expect(refused.json().message).toContain('運営者が公開を止めています');
    }
    expect(await publicIds()).toEqual(['bag']);
  });

  test('is public again when the operator lifts that, and its author may change it', async () => {
    await withhold('coat');
    expect((await lift('coat')).json()).toMatchObject({
      state: 'published',
      isWithheld: false,
      withheldReason: '',
    });
    expect((await publicIds()).sort()).toEqual(['bag', 'coat']);
    expect((await write(coat)).statusCode).toBe(200);
    const kinds = (await db.select().from(outboxMails)).map(({ kind }) => kind);
    expect(kinds.sort()).toEqual(['pledge-shown-again', 'pledge-withheld']);
    // The second time sends a second mail.
    await withhold('coat', 'やはり写っています。');
    expect(await db.$count(outboxMails)).toBe(3);
  });

  test('is withheld once', async () => {
    const replies = await Promise.all([withhold('coat'), withhold('coat', '別の理由')]);
    expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    expect(await db.$count(outboxMails)).toBe(1);
    expect((await lift('bag')).statusCode).toBe(409);
  });
});

test('what is not there, or has no reason, is refused; nobody but an operator gets in', async () => {
  expect((await withhold('none')).statusCode).toBe(404);
  expect((await lift('none')).statusCode).toBe(404);
  expect((await lift('coat', 'withheld')).statusCode).toBe(400);
  expect((await post('/api/office/pledge-reports/none', { isHandled: true })).statusCode).toBe(404);
  expect((await withhold('coat', ' ')).statusCode).toBe(400);
  expect((await withhold('coat', 'あ'.repeat(1_001))).statusCode).toBe(400);
  expect((await get('/api/office/pledge-reports', hanako)).statusCode).toBe(403);
});
