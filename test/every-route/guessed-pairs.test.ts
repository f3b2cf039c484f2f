import { beforeAll, describe, expect, test } from 'vitest';
import { applications } from '#giving/applications/application-tables.server.ts';
import { emptyWords } from '#giving/pledges/pledge-draft.ts';
import { attemptBudgets } from '#kit/limits/limit-tables.server.ts';
import { staffMemberships } from '#organisations/room/room-tables.server.ts';
import { browser } from '#test/browser.ts';
import { applyBody } from '#test/factories/apply-body.ts';
import {
  application,
  insertApplications,
  insertAssociate,
  numberOf,
} from '#test/factories/donating.ts';
import { picturesForm, smallPicture } from '#test/factories/pictures.ts';
import { receiptDonor } from '#test/factories/receipts.ts';
import { statementsDuring } from '#test/many-rows/asked-queries.ts';
import { signedIn } from '#test/signed-in.ts';
import { testApp } from '#test/test-app.ts';
import { maxPaperFiles } from '#warehouse/identity-checks/identity-check.ts';

// Application numbers are public in pledges, and e-mails can be guessed. Every call that takes
// either must answer a right guess like a wrong one: status, body, headers, counted tries, and
// statements executed.

const house = await testApp({ genericAccountMessages: true });
const { app, db } = house;

type Headers = Record<string, string>;
type Sent = { payload: object | Buffer; headers?: Headers };
/** The same request with the right value and with a wrong one. */
type Guess = {
  /** Sent first, so that one-time reads for a cache are not compared; `wrong` by default. */
  warmUp?: Sent;
  right: Sent;
  wrong: Sent;
  /** Whether further work is padded to a fixed time. */
  isEvenlyTimed?: true;
};

const registered = 'hanako@tasuki.example';
const unknown = 'nobody@tasuki.example';
const password = 'a long password';
/** A donor's application whose kit has left; one of another organisation; an unused number. */
const [sent, elsewhere, nobodys] = [numberOf(1), numberOf(2), numberOf(99)];
const token = 'a'.repeat(43);
const by: Record<'newcomer' | 'donor' | 'staff', Headers> = { newcomer: {}, donor: {}, staff: {} };

beforeAll(async () => {
  for (const id of ['ao', 'midori']) await insertAssociate(db, id);
  await house.services.auth.createPerson({ email: registered, password, role: 'donor' });
  const signIn = signedIn(house);
  by.donor = await signIn('donor');
  by.staff = await signIn('staff', 'staff');
  await db.insert(staffMemberships).values({ uid: 'staff', associateId: 'ao', role: 'editor' });
  const newcomer = browser(app);
  await newcomer.signUp('newcomer@tasuki.example');
  by.newcomer = { authorization: `Bearer ${await newcomer.renew()}` };
  await insertApplications(db, [
    application(1, { email: registered, state: 'kit-sent' }),
    application(2, { email: registered, state: 'donated', associateId: 'midori' }),
  ]);
});

/** An application number with a token that was never issued. */
const byToken = (more: object = {}, headers: Headers = {}): Guess => ({
  right: { payload: { appraisalId: sent, token, ...more }, headers },
  wrong: { payload: { appraisalId: nobodys, token, ...more }, headers },
});
const byClaim = (headers: Headers = {}): Guess => ({
  right: { payload: { appraisalId: sent, claimToken: token }, headers },
  wrong: { payload: { appraisalId: nobodys, claimToken: token }, headers },
});
const byEmail = (payloadOf: (email: string) => object, headers: Headers = {}): Guess => ({
  warmUp: { payload: payloadOf('first@tasuki.example'), headers },
  right: { payload: payloadOf(registered), headers },
  wrong: { payload: payloadOf(unknown), headers },
});
const papers = (appraisalId: string, picture: Uint8Array): Sent =>
  picturesForm(
    'papers',
    {
      ...{ appraisalId, token },
      papers: [
        { kind: 'driving-licence', files: 1 },
        { kind: 'utility-receipt', files: 1 },
      ],
    },
    Array.from({ length: Math.min(2, maxPaperFiles) }, () => picture),
  );
const pledge = (appraisalId: string): Sent => {
  const form = picturesForm(
    'pledge',
    { id: '', appraisalId, state: 'draft', ...emptyWords, items: [] },
    [],
  );
  return { payload: form.payload, headers: { ...form.headers, ...by.donor } };
};

const guesses: Record<string, () => Guess | Promise<Guess>> = {
  'POST /api/appraisal/apply': () => byEmail((email) => applyBody({ applicant: { email } })),
  'POST /api/applications/cancel-by-email': () =>
    byEmail((email) => ({ appraisalId: sent, email })),
  'POST /api/applications/status': () => byToken(),
  'POST /api/applications/trace': () => byToken(),
  'POST /api/applications/claim-link': () => byClaim(),
  'POST /api/applications/correct': () =>
    byToken({
      correction: {
        applicantAddress: applyBody().applicantAddress,
        ...{ deliveryDate: '', deliverySlot: '' },
      },
    }),
  'POST /api/applications/cancel': () => byToken(),
  'POST /api/applications/identity-check': () => byToken(),
  'POST /api/applications/identity-papers': async () => {
    const picture = await smallPicture('jpeg');
    return { right: papers(sent, picture), wrong: papers(nobodys, picture) };
  },
  'POST /api/applications/parcels': () => byToken(),
  'POST /api/applications/pickup': () =>
    byToken({ version: 0, pickup: { day: '2026-11-25', slot: '', boxes: 1 } }),
  'POST /api/applications/pickup/cancel': () => byToken({ version: 0 }),
  'POST /api/applications/label': () => byToken(),
  'POST /api/users/createByAppraisalId': () => byClaim(by.newcomer),
  'POST /api/users/receipts': () => ({
    right: {
      payload: { kind: 'donation', appraisalId: elsewhere, donor: receiptDonor },
      headers: by.donor,
    },
    wrong: {
      payload: { kind: 'donation', appraisalId: nobodys, donor: receiptDonor },
      headers: by.donor,
    },
  }),
  'POST /api/my-pledges': () => ({ right: pledge(elsewhere), wrong: pledge(nobodys) }),
  'POST /api/staff/associates/:associateId/people': () =>
    byEmail((email) => ({ email, staffRole: 'viewer' }), by.staff),
  'POST /api/contact': () =>
    byEmail((email) => ({
      ...{ name: '髙橋 花子', email, kind: 'other', appraisalId: sent },
      message: '箱が届きません。',
    })),
  'POST /api/listing': () =>
    byEmail((email) => ({
      ...{ organisationName: '青空の会', classification: 'npo', representative: '青空 太郎' },
      ...{ prefecture: '東京都', socialChallenges: ['animal'], certification: '' },
      ...{ websiteUrl: 'https://aozora.example/', personName: '見本 花子', email },
      ...{ tel: '03-1234-5678', agreed: true, message: '保護猫の譲渡をしています。' },
    })),
  'POST /api/receipts/verify': () => ({
    right: { payload: { number: '2026-000001', code: '0000-0000-0000' } },
    wrong: { payload: { number: '2026-000099', code: '0000-0000-0000' } },
  }),
  'POST /api/auth/sign-in/email': () =>
    byEmail((email) => ({ email, password: 'another password' })),
  'POST /api/auth/request-password-reset': () => ({
    ...byEmail((email) => ({ email })),
    isEvenlyTimed: true,
  }),
  'POST /api/setup/owner': () =>
    byEmail((email) => ({ firstName: '花子', lastName: '髙橋', email, password, token })),
};

const answersInvalid = ['POST /api/auth/sign-in/email'];

/** Calls that take one of them and may reveal the truth, each with its reason. */
const declared: Record<string, string> = {
  'POST /api/upload/image/users/profile': 'takes a picture alone',
  'POST /api/upload/image/users/profile-banner': 'takes a picture alone',
  'POST /api/upload/image/associates/:associateId': 'takes a picture alone',
  'POST /api/staff/associates/:associateId/thanks':
    'takes the number by which its organisation knows a gift',
  'POST /api/staff/pages/:key/restore': 'takes the number of a version',
  'POST /api/staff/activities/:key/restore': 'takes the number of a version',
  'POST /api/staff/use-reports/:key/restore': 'takes the number of a version',
  'POST /api/staff/thanks/:key/restore': 'takes the number of a version',
  'POST /api/staff/thanks/:key/draft': 'keeps the numbers of what a letter of theirs answers',
  'POST /api/auth/sign-up/email': 'opens a sign-in for a new address; counted by address',
  'POST /api/auth/sign-up/service': 'as sign-up, for who has just come from a service',
  'POST /api/auth/change-email': 'asks for the password first; five tries a day and person',
  'POST /api/thread/reply': 'takes the mailed token alone',
  'POST /api/users/profile': 'takes the names of handles, none of them an address',
};

const isAboutPerson = /email|^appraisalId$|^number$/i;
const outsiders = [
  'anyone',
  'signed-up',
  'before-second-factor',
  'signed-in',
  'associate-room.enter',
];

/** All field names of a schema, at any depth. */
function fieldsOf(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const { properties = {}, ...rest } = schema as { properties?: object };
  return [
    ...Object.keys(properties),
    ...[...Object.values(properties), ...Object.values(rest)].flatMap(fieldsOf),
  ];
}

test('every call of an outsider with a number or an e-mail is in the table', async () => {
  const document = (await app.inject('/api/openapi.json')).json();
  const taking = app.policies
    .filter(({ method, allow }) => method !== 'GET' && outsiders.includes(allow))
    .filter(({ method, url }) => {
      const path = url.replace(/:(\w+)/g, '{$1}');
      const body = document.paths[path]?.[method.toLowerCase()]?.requestBody?.content ?? {};
      const isForm = body['application/json'] === undefined && 'multipart/form-data' in body;
      return isForm || fieldsOf(body).some((name) => isAboutPerson.test(name));
    })
    .map(({ method, url }) => `${method} ${url}`);
  const listed = [...Object.keys(guesses), ...Object.keys(declared)];
  expect(taking.filter((call) => !listed.includes(call))).toEqual([]);
});

/** Removes values generated per response. */
const masked = (body: string) =>
  body.replace(/"(?:id|appraisalId|claimToken|createdAt)":"[^"]*"/g, '');

async function answerOf(call: string, { payload, headers = {} }: Sent) {
  await db.delete(attemptBudgets);
  const url = (call.split(' ')[1] ?? '').replace(':associateId', 'ao');
  // Flush events of earlier requests now, so that they are not counted for this one.
  await house.services.security.flush();
  let reply: Awaited<ReturnType<typeof app.inject>> | undefined;
  const asked = await statementsDuring(async () => {
    reply = await app.inject({ method: 'POST', url, payload, headers });
    await house.services.security.flush();
  });
  const { 'x-request-id': _id, date: _date, ...shown } = reply?.headers ?? {};
  const tries = await db.select().from(attemptBudgets);
  return {
    status: reply?.statusCode,
    body: masked(reply?.body ?? ''),
    headers: { ...shown, 'content-length': undefined, etag: undefined },
    tries: tries.map(({ purpose, attempts }) => `${purpose} ${attempts}`).toSorted(),
    statements: asked.map(({ text }) => text).toSorted(),
  };
}

test.each(Object.entries(guesses))('%s answers a right guess as a wrong one', async (call, of) => {
  const { right, wrong, warmUp = wrong, isEvenlyTimed } = await of();
  await answerOf(call, warmUp);
  const [wrongAnswer, rightAnswer] = [await answerOf(call, wrong), await answerOf(call, right)];
  // Refused because of the guess, not the shape of the body. A sign-in answers a wrong guess with 400.
  if (!answersInvalid.includes(call)) expect(wrongAnswer.status, wrongAnswer.body).not.toBe(400);
  expect(wrongAnswer.statements.length).toBeGreaterThan(0);
  const hidden = isEvenlyTimed ? { statements: [], tries: [] } : {};
  expect({ ...rightAnswer, ...hidden }).toEqual({ ...wrongAnswer, ...hidden });
});

describe('an application by its number and its own e-mail', () => {
  test.each([
    'kit-sent',
    'goods-received',
    'appraised',
    'donated',
    'remitted',
    'cancelled',
    'returned',
  ] as const)('is answered as any other once it is %s', async (state) => {
    await db.update(applications).set({ state });
    const call = 'POST /api/applications/cancel-by-email';
    const guess = (email: string) => answerOf(call, { payload: { appraisalId: sent, email } });
    const wrongly = await guess(unknown);
    expect(wrongly.status).toBe(404);
    expect(await guess(registered)).toEqual(wrongly);
  });
});
