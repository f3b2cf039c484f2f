import { eq } from 'drizzle-orm';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { attemptBudgets } from '#kit/limits/limit-tables.server.ts';
import { outboxMails } from '#people/mail/mail-tables.server.ts';
import { applyBody, unknownGuest } from '#test/factories/apply-body.ts';
import { insertAssociate } from '#test/factories/donating.ts';
import { openedText } from '#test/factories/opened-mail.ts';
import { seen } from '#test/factories/seen.ts';
import { signedIn } from '#test/signed-in.ts';
import { testApp } from '#test/test-app.ts';
import { applicationEvents, applications } from './application-tables.server.ts';

const house = await testApp();
const { app, db, clock } = house;
const signIn = signedIn(house);
let donor: Awaited<ReturnType<typeof signIn>>;
let other: typeof donor;
let operator: typeof donor;

beforeAll(async () => {
  await insertAssociate(db, 'ao', 'あおぞらの会');
  donor = await signIn('donor-1');
  other = await signIn('donor-2');
  operator = await signIn('operator-1', 'operator');
});
beforeEach(async () => {
  clock.now = new Date('2026-11-20T10:00:00+09:00');
  await db.delete(attemptBudgets);
  await db.delete(outboxMails);
  await db.delete(applications);
});

const post = (url: string, payload: object, headers: Record<string, string> = {}) =>
  app.inject({ method: 'POST', url, payload, headers });
const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers });

/** Applies as a visitor and takes the token from the mailed link, as the guest does. */
async function asGuest() {
  const { email } = unknownGuest();
  const applied = await post('/api/appraisal/apply', applyBody({ applicant: { email } }));
  const { appraisalId, claimToken } = applied.json();
  const [mail] = await db
    .select()
    .from(outboxMails)
    .where(eq(outboxMails.appraisalId, appraisalId));
  const link = /#appraisalId=(\S+)&token=(\S+)/.exec(openedText(mail));
  expect(link?.[1]).toBe(appraisalId);
  return {
    guest: { appraisalId: appraisalId as string, token: link?.[2] ?? '' },
    claimToken: claimToken as string,
  };
}
async function asDonor() {
  const applied = await post('/api/appraisal/apply', applyBody({ uid: 'donor-1' }), donor);
  return applied.json().appraisalId as string;
}
/** If-Match of a page that shows this version. */
const seeing = (version: number, headers: Record<string, string> = {}) => ({
  ...headers,
  'if-match': `"${version}"`,
});
const correction = {
  applicantAddress: {
    zipcode: '１００－０００２',
    prefecture: '東京都',
    line1: 'みほん市新町',
    line2: '9-9',
    building: '見本荘１０１',
  },
  deliveryDate: '2026-11-28',
  deliverySlot: '19',
};
const sendKit = async (appraisalId: string) =>
  post(
    '/api/office/applications/step',
    { applications: await seen(db, [appraisalId]), step: 'send-kit' },
    operator,
  );
const kindsOfMails = async () =>
  (await db.select().from(outboxMails).orderBy(outboxMails.id)).map((mail) => mail.kind);

test('a guest follows the application by the mailed link', async () => {
  const { guest } = await asGuest();
  const reply = await post('/api/applications/status', guest);
  expect(reply.statusCode).toBe(200);
  expect(reply.headers.etag).toBe('"1"');
  expect(reply.headers['cache-control']).toBe('no-store');
  expect(reply.json()).toEqual({
    appraisalId: guest.appraisalId,
    kind: 'direct',
    associateId: 'ao',
    socialChallengeId: '',
    targetName: 'あおぞらの会',
    state: 'applied',
    identity: 'not-needed',
    events: [
      {
        state: 'applied',
        label: 'お申し込み',
        message: expect.stringContaining('受け付けました'),
        at: '20261120100000000',
      },
    ],
    frequency: 'once',
    products: ['clothes', 'bags'],
    boxes: 2,
    deliveryDate: '',
    deliverySlot: '12',
    needReceipt: true,
    needsKit: true,
    amountYen: null,
    pieces: null,
    items: [],
    thanks: [],
    applicantAddress: {
      zipcode: '1000001',
      prefecture: '東京都',
      line1: 'みほん市見本町',
      line2: '1-2-3',
      building: '',
    },
    promisedOn: '2026-11-23',
    canCorrect: true,
    canCancel: true,
    version: 1,
    createdAt: '20261120100000000',
  });
});

test('old thanks without text are not shown to the donor', async () => {
  const appraisalId = await asDonor();
  await db.update(applications).set({ state: 'thanked' });
  await db.insert(applicationEvents).values(
    ['remitted', 'thanked'].map((toState) => ({
      appraisalId,
      fromState: toState === 'thanked' ? 'remitted' : 'donated',
      toState,
      doneBy: 'operator',
      note: '',
      at: clock.now,
    })),
  );
  const told = (await get(`/api/users/applications/${appraisalId}`, donor)).json();
  expect(told.state).toBe('remitted');
  expect(told.events.map(({ state }: { state: string }) => state)).toEqual(['applied', 'remitted']);
  expect(JSON.stringify(told)).not.toContain('お礼');
});

test('a wrong, foreign, expired or missing token looks like an absent application', async () => {
  const { guest: mine, claimToken } = await asGuest();
  const { guest: theirs } = await asGuest();
  const absent = await post('/api/applications/status', { ...mine, appraisalId: 'TS-0000-0000' });
  expect(absent.statusCode).toBe(404);
  for (const token of [theirs.token, claimToken, `${mine.token}x`, 'A'.repeat(43), '', undefined]) {
    for (const [path, more] of [
      ['status', {}],
      ['correct', { correction }],
      ['cancel', {}],
    ] as const) {
      const reply = await post(`/api/applications/${path}`, {
        appraisalId: mine.appraisalId,
        token,
        ...more,
      });
      expect(reply.statusCode).toBe(404);
      expect(reply.json().type).toBe('NotFound');
    }
  }
  clock.now = new Date('2027-11-21T10:00:00+09:00');
  expect((await post('/api/applications/status', mine)).statusCode).toBe(404);
});

test("a donor sees the own applications; anybody else's look absent", async () => {
  const appraisalId = await asDonor();
  const url = `/api/users/applications/${appraisalId}`;
  expect((await get(url, donor)).json()).toMatchObject({ appraisalId, state: 'applied' });
  const foreign = await get(url, other);
  const absent = await get('/api/users/applications/TS-0000-0000', other);
  expect(foreign.statusCode).toBe(404);
  expect(foreign.body).toBe(absent.body);
  expect((await get(url, operator)).statusCode).toBe(404);
  expect((await get(url)).statusCode).toBe(401);
  expect((await get('/api/users/applications/%00', donor)).statusCode).toBe(404);
  expect((await post('/api/applications/cancel', { appraisalId }, other)).statusCode).toBe(404);
});

test('the list is newest first, in pages, and ends', async () => {
  const made: string[] = [];
  for (let day = 1; day <= 5; day++) {
    clock.now = new Date(`2026-11-0${day}T10:00:00+09:00`);
    made.unshift(await asDonor());
  }
  await post('/api/appraisal/apply', applyBody({ uid: 'donor-2' }), other);
  const seen: string[] = [];
  for (let cursor = ''; ; cursor = `&cursor=${seen.at(-1)}`) {
    const page = await get(`/api/users/applications?limit=2${cursor}`, donor);
    expect(page.headers['x-total-count']).toBe('5');
    const ids = page.json<{ appraisalId: string }[]>().map((one) => one.appraisalId);
    if (ids.length === 0) break;
    seen.push(...ids);
  }
  expect(seen).toEqual(made);
  const foreignCursor = `/api/users/applications?cursor=${made[0]}`;
  expect((await get(foreignCursor, other)).json()).toEqual([]);
});

test('the list can be filtered by stage, or by numbers; a foreign one is absent', async () => {
  const [first = '', second = '', third = ''] = [await asDonor(), await asDonor(), await asDonor()];
  await post('/api/applications/cancel', { appraisalId: second }, seeing(1, donor));
  const read = async (query: string, as = donor) => {
    const reply = await get(`/api/users/applications?${query}`, as);
    const ids = reply.json<{ appraisalId: string }[]>().map((one) => one.appraisalId);
    expect(reply.headers['x-total-count']).toBe(String(ids.length));
    return ids.sort();
  };
  expect(await read('stage=under-way')).toEqual([first, third].sort());
  expect(await read('stage=ended')).toEqual([second]);
  expect(await read('stage=donated')).toEqual([]);
  expect(await read(`numbers=${first},${second}`)).toEqual([first, second].sort());
  expect(await read(`numbers=${first}&stage=ended`)).toEqual([]);
  expect(await read(`numbers=${first}`, other)).toEqual([]);
  for (const query of ['stage=kit-sent', 'numbers=', `numbers=${first};${second}`, 'numbers=1']) {
    expect((await get(`/api/users/applications?${query}`, donor)).statusCode).toBe(400);
  }
});

test('a guest corrects address and date until the kit leaves', async () => {
  const { guest } = await asGuest();
  const reply = await post('/api/applications/correct', { ...guest, correction }, seeing(1));
  expect(reply.statusCode).toBe(200);
  expect(reply.json()).toMatchObject({
    applicantAddress: { ...correction.applicantAddress, zipcode: '1000002' },
    deliveryDate: '2026-11-28',
    deliverySlot: '19',
    version: 2,
    events: [{ state: 'applied' }, { state: 'applied', label: '内容の変更' }],
  });
  expect(await kindsOfMails()).toEqual(['application-received', 'application-corrected']);
  // A repetition changes nothing and sends no mail.
  await post('/api/applications/correct', { ...guest, correction }, seeing(2));
  expect(await kindsOfMails()).toHaveLength(2);

  await sendKit(guest.appraisalId);
  const late = await post('/api/applications/correct', { ...guest, correction }, seeing(2));
  expect(late.statusCode).toBe(409);
  expect(late.json().message).toContain('お問い合わせください');
});

test('a correction of a stale version is refused', async () => {
  const { guest } = await asGuest();
  const first = await post(
    '/api/applications/correct',
    { ...guest, correction },
    { 'if-match': '"1"' },
  );
  expect(first.statusCode).toBe(200);
  const elsewhere = { ...correction, deliverySlot: '' };
  const pages: [headers: Record<string, string>, status: number][] = [
    [{}, 409],
    [{ 'if-match': '"1"' }, 409],
    [{ 'if-match': 'nonsense' }, 400],
    [{ 'if-match': '*' }, 400],
  ];
  for (const [headers, status] of pages) {
    const body = { ...guest, correction: elsewhere };
    expect((await post('/api/applications/correct', body, headers)).statusCode).toBe(status);
    expect((await post('/api/applications/cancel', guest, headers)).statusCode).toBe(status);
  }
  const etag = first.headers.etag as string;
  const fresh = await post(
    '/api/applications/correct',
    { ...guest, correction: elsewhere },
    { 'if-match': etag },
  );
  expect(fresh.statusCode).toBe(200);
});

test('a date that was chosen may stay although it is no longer offered', async () => {
  const { guest } = await asGuest();
  const correct = (changed: object, version: number) =>
    post('/api/applications/correct', { ...guest, correction: changed }, seeing(version));
  await correct(correction, 1);
  clock.now = new Date('2026-11-27T10:00:00+09:00');
  const sameDate = { ...correction, deliverySlot: '14' };
  expect((await correct(sameDate, 2)).statusCode).toBe(200);
  const reply = await correct({ ...correction, deliveryDate: '2026-11-29' }, 3);
  expect(reply.json().errors[0].path).toBe('correction.deliveryDate');
});

test('parallel corrections of one version: one is taken', async () => {
  const { guest } = await asGuest();
  const replies = await Promise.all(
    ['1', '2', '3', '4', '5'].map((building) =>
      post(
        '/api/applications/correct',
        {
          ...guest,
          correction: {
            ...correction,
            applicantAddress: { ...correction.applicantAddress, building },
          },
        },
        { 'if-match': '"1"' },
      ),
    ),
  );
  expect(replies.filter((reply) => reply.statusCode === 200)).toHaveLength(1);
  expect(replies.filter((reply) => reply.statusCode === 409)).toHaveLength(4);
});

test('cancelling mails the donor once, and is idempotent', async () => {
  const appraisalId = await asDonor();
  const replies = await Promise.all(
    Array.from({ length: 5 }, () =>
      post('/api/applications/cancel', { appraisalId }, seeing(1, donor)),
    ),
  );
  for (const reply of replies) {
    expect(reply.json()).toMatchObject({ state: 'cancelled', canCorrect: false, canCancel: false });
  }
  expect(await kindsOfMails()).toEqual(['application-received', 'application-cancelled']);
  const events = await db.select().from(applicationEvents).orderBy(applicationEvents.id);
  expect(events.map(({ toState, doneBy, actorUid }) => [toState, doneBy, actorUid])).toEqual([
    ['applied', 'donor', 'donor-1'],
    ['cancelled', 'donor', 'donor-1'],
  ]);
});

test('of concurrent cancelling and sending the kit, exactly one happens', async () => {
  for (let round = 0; round < 10; round++) {
    const { guest } = await asGuest();
    const [cancels, sends] = [
      [0, 1, 2, 3],
      [0, 1, 2, 3],
    ];
    const [cancelled, sent] = await Promise.all([
      Promise.all(cancels.map(() => post('/api/applications/cancel', guest, seeing(1)))),
      Promise.all(sends.map(() => sendKit(guest.appraisalId))),
    ]);
    const isSent = sent.some((reply) => reply.json()[0].isDone as boolean);
    for (const reply of cancelled) expect(reply.statusCode).toBe(isSent ? 409 : 200);
    const events = await db
      .select()
      .from(applicationEvents)
      .where(eq(applicationEvents.appraisalId, guest.appraisalId));
    expect(events.map((event) => event.toState)).toEqual([
      'applied',
      isSent ? 'kit-sent' : 'cancelled',
    ]);
    const mails = await db
      .select()
      .from(outboxMails)
      .where(eq(outboxMails.appraisalId, guest.appraisalId));
    expect(mails).toHaveLength(2);
  }
});
