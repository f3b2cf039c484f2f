import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { emptyWords } from '#giving/pledges/pledge-draft.ts';
import { jstDay } from '#kit/values/timestamp.ts';
import { browser } from '#test/browser.ts';
import { applyBody } from '#test/factories/apply-body.ts';
import { insertChallenges } from '#test/factories/associates.ts';
import {
  application,
  insertApplications,
  insertAssociate,
  numberOf,
  resultFile,
  resultLine,
} from '#test/factories/donating.ts';
import { mailedToken } from '#test/factories/mailed-token.ts';
import { multipart } from '#test/factories/multipart.ts';
import { picturesForm, smallPicture } from '#test/factories/pictures.ts';
import { giveAccounts } from '#test/factories/remit.ts';
import { uploadResults } from '#test/factories/upload-results.ts';
import { headersOfSession, signedIn } from '#test/signed-in.ts';
import type { TestApp } from '#test/test-app.ts';

type Headers = Record<string, string>;
export type Sent = {
  url: string;
  headers: Headers;
  payload: object | Buffer;
  remoteAddress?: string;
};
type Who = 'one' | 'another';

export type Call = {
  route: string;
  /** Table that gets a row for the action. */
  table: string;
  /** A valid request, and its payload with other content. */
  request(who: Who): Promise<Sent & { changed: object | Buffer }>;
  /** Visitors count as one person: a known key of theirs with another body is refused. */
  isForVisitors?: true;
};

/** For JSON requests: changes one field. */
const withChange = <Payload extends object>(
  sent: Sent & { payload: Payload },
  changes: Partial<Payload>,
) => ({ ...sent, changed: { ...sent.payload, ...changes } });

type Form = { payload: Buffer; headers: Headers };
/** Gives the form `other` the content type of `form`. */
const sameBoundary = (form: Form, other: Form) => {
  const boundaryOf = ({ headers }: Form) => headers['content-type']?.split('boundary=')[1] ?? '';
  return Buffer.from(
    other.payload.toString('latin1').replaceAll(boundaryOf(other), boundaryOf(form)),
    'latin1',
  );
};

function papersOf(appraisalId: string, files: Uint8Array[]) {
  const papers = [
    { kind: 'driving-licence', files: 1 },
    { kind: 'utility-receipt', files: 1 },
  ];
  return picturesForm('papers', { appraisalId, papers }, files);
}
const otherPicture = () => smallPicture('jpeg', { background: '#aa3311' });

/** The calls that take an Idempotency-Key, each with valid requests, on a prepared database. */
export async function idempotentCalls(house: TestApp) {
  const { app, db, clock } = house;
  const signIn = signedIn(house);

  await insertChallenges(db);
  await insertAssociate(db, 'ao');
  await db.execute(
    sql`insert into associate_challenges (associate_id, social_challenge_id, position) values ('ao', 'animal', 0)`,
  );
  await giveAccounts(house);
  for (const uid of ['hanako', 'taro']) await signIn(uid);
  for (const uid of ['op', 'second']) await signIn(uid, 'operator');
  for (const uid of ['volunteer', 'colleague']) {
    await signIn(uid, 'staff');
    await db.execute(sql`insert into staff_memberships (uid, associate_id) values (${uid}, 'ao')`);
  }
  await db.execute(sql`
    insert into associate_agreements (id, associate_id, starts_on, fee_basis_points, publishes, created_by, created_at)
    values ('at-once', 'ao', '2025-01-01', 0, 'at-once', 'op', now())`);
  const picture = await smallPicture();

  /** Tokens live for five minutes: a test that moves the clock fetches new ones. */
  const staff = (who: Who) => headersOfSession(house, who === 'one' ? 'op' : 'second', true);
  const inRoom = (who: Who) =>
    headersOfSession(house, who === 'one' ? 'volunteer' : 'colleague', true);
  const donorUid = (who: Who) => (who === 'one' ? 'hanako' : 'taro');
  const donor = (who: Who) => headersOfSession(house, donorUid(who));

  let count = 0;
  let addresses = 0;
  const address = () => `192.0.2.${++addresses % 250}`;
  /** A box that is donated at once, with its number. */
  async function given(changes: Parameters<typeof application>[1], appraised = 1_200) {
    const n = ++count;
    await insertApplications(db, [application(n, changes)]);
    const associate = changes?.kind === 'fund' ? '' : 'ao';
    const { status } = await uploadResults(
      house,
      (await staff('one')) as { authorization: string },
      resultFile(resultLine(n, { associate, appraised })),
    );
    expect(status).toBe(200);
    return numberOf(n);
  }
  async function newcomer() {
    const page = browser(app, { remoteAddress: address() });
    await page.signUp(`newcomer${++count}@example.jp`);
    return { authorization: `Bearer ${await page.renew()}` };
  }
  const ask = async (url: string) =>
    (await app.inject({ url, headers: await staff('one') })).json();
  async function thread() {
    const reply = await app.inject({ method: 'POST', ...messageOf('one', {}) });
    return String(reply.json().id);
  }
  const messageOf = (who: Who, headers: Headers) => ({
    url: '/api/contact',
    headers,
    payload: {
      ...{ name: '髙橋 花子', email: `${who}${++count}@example.jp`, kind: 'other' },
      ...{ appraisalId: '', message: '箱が届きません。' },
    },
    remoteAddress: address(),
  });

  const calls: Call[] = [
    {
      route: 'POST /api/appraisal/apply',
      table: 'applications',
      async request(who) {
        const payload = applyBody({ uid: donorUid(who) });
        const sent = { url: '/api/appraisal/apply', headers: await donor(who), payload };
        const { applicant } = applyBody({ applicant: { lastName: '山田' } });
        return withChange(sent, { applicant });
      },
    },
    {
      route: 'POST /api/applications/cancel-by-email',
      table: 'application_events',
      async request(who) {
        const n = ++count;
        const email = `donor${n}@tasuki.example`;
        await insertApplications(db, [application(n, { email, state: 'applied' })]);
        return {
          ...{ url: '/api/applications/cancel-by-email', headers: await donor(who) },
          ...{ remoteAddress: address(), payload: { appraisalId: numberOf(n), email } },
          changed: { appraisalId: numberOf(n), email: 'other@tasuki.example' },
        };
      },
    },
    {
      route: 'POST /api/contact',
      table: 'contact_messages',
      request: async (who) =>
        withChange(messageOf(who, await donor(who)), {
          message: '別の質問です。',
        } as object),
    },
    {
      route: 'POST /api/listing',
      table: 'listing_applications',
      async request(who) {
        const payload = {
          ...{ organisationName: '青空の会', classification: 'npo', representative: '青空 太郎' },
          ...{ prefecture: '東京都', socialChallenges: ['animal'], certification: '' },
          ...{ websiteUrl: 'https://aozora.example/', personName: '見本 花子' },
          ...{ email: `${who}@example.jp`, tel: '03-1234-5678', agreed: true },
          message: '保護猫の譲渡をしています。',
        };
        const headers = await donor(who);
        const sent = { url: '/api/listing', headers, payload, remoteAddress: address() };
        return withChange(sent, { message: '別の紹介です。' });
      },
    },
    {
      route: 'POST /api/users',
      table: 'users',
      async request() {
        const payload = { firstName: '太郎', lastName: '山田' };
        const sent = { url: '/api/users', headers: await newcomer(), payload };
        return withChange(sent, { firstName: '次郎' });
      },
    },
    {
      route: 'POST /api/users/createByAppraisalId',
      table: 'users',
      async request() {
        const applied = await app.inject({
          method: 'POST',
          url: '/api/appraisal/apply',
          payload: applyBody({ applicant: { email: `guest${++count}@example.jp` } }),
          remoteAddress: address(),
        });
        const { appraisalId, claimToken } = applied.json();
        return withChange(
          {
            url: '/api/users/createByAppraisalId',
            headers: await newcomer(),
            payload: { appraisalId, claimToken },
          },
          { claimToken: 'a'.repeat(43) },
        );
      },
    },
    {
      route: 'POST /api/my-pledges',
      table: 'pledges',
      async request(who) {
        const appraisalId = await given({ uid: donorUid(who) });
        const draft = {
          ...{ ...emptyWords, id: '', appraisalId, state: 'published', items: [] },
          text: '大切に着てきた服です。',
        };
        const form = picturesForm('pledge', draft, []);
        const changed = picturesForm('pledge', { ...draft, text: '別の言葉です。' }, []);
        return {
          url: '/api/my-pledges',
          headers: { ...(await donor(who)), ...form.headers },
          payload: form.payload,
          changed: sameBoundary(form, changed),
        };
      },
    },
    {
      route: 'POST /api/applications/identity-papers',
      table: 'identity_papers',
      async request(who) {
        const appraisalId = await given({ kind: 'fund', uid: donorUid(who) }, 12_000);
        const form = papersOf(appraisalId, [picture, picture]);
        return {
          url: '/api/applications/identity-papers',
          headers: { ...(await donor(who)), ...form.headers },
          payload: form.payload,
          changed: sameBoundary(form, papersOf(appraisalId, [picture, await otherPicture()])),
        };
      },
    },
    {
      route: 'POST /api/thread/reply',
      table: 'thread_entries',
      isForVisitors: true,
      async request(who) {
        const sent = messageOf(who, {});
        await answered((await app.inject({ method: 'POST', ...sent })).json().id);
        const token = await mailedToken(db, 'thread-reply', sent.payload.email);
        const form = await multipart('reply', { token, body: '届きました。' });
        const changed = await multipart('reply', { token, body: '届きません。' });
        return {
          ...{ url: '/api/thread/reply', headers: form.headers, payload: form.payload },
          ...{ remoteAddress: address(), changed: sameBoundary(form, changed) },
        };
      },
    },
    {
      route: 'POST /api/office/threads/:id/reply',
      table: 'thread_entries',
      async request(who) {
        const id = await thread();
        const form = await multipart('reply', { body: '発送しました。' });
        const changed = await multipart('reply', { body: '発送します。' });
        return {
          url: `/api/office/threads/${id}/reply`,
          headers: { ...(await staff(who)), ...form.headers, 'if-match': await tagOf(id) },
          payload: form.payload,
          changed: sameBoundary(form, changed),
        };
      },
    },
    {
      route: 'POST /api/office/applications',
      table: 'applications',
      async request(who) {
        const payload = { wasReadAloud: true, ...applyBody() };
        const sent = { url: '/api/office/applications', headers: await staff(who), payload };
        const { applicant } = applyBody({ applicant: { lastName: '山田' } });
        return withChange(sent, { applicant });
      },
    },
    {
      route: 'POST /api/office/intake/exceptions',
      table: 'box_exceptions',
      async request(who) {
        const exception = {
          ...{ kind: 'no-number', appraisalId: '', place: '棚A-3', reason: 'はがれています' },
          ...{ imageIds: [], ownerUid: 'op', dueOn: '2026-11-23', ending: '', endingNote: '' },
        };
        const payload = { scanId: null, exception };
        const sent = { url: '/api/office/intake/exceptions', headers: await staff(who), payload };
        return withChange(sent, { exception: { ...exception, place: '棚B-1' } });
      },
    },
    {
      route: 'POST /api/office/kits/batches',
      table: 'kit_batches',
      async request(who) {
        await insertApplications(db, [application(++count, { state: 'applied' })]);
        const { latestBatchId } = await ask('/api/office/kits/today');
        const payload = { after: latestBatchId as string | null };
        const sent = { url: '/api/office/kits/batches', headers: await staff(who), payload };
        return withChange(sent, { after: 'another-batch' });
      },
    },
    {
      route: 'POST /api/office/funds/:socialChallengeId/payouts',
      table: 'approvals',
      async request(who) {
        await given({ kind: 'fund', identity: 'approved' });
        const url = '/api/office/funds/animal/payouts';
        const { balanceYen } = await ask('/api/office/funds/animal');
        const payload = {
          ...{ associateId: 'ao', amountYen: 500, reason: '猫の保護施設の建てかえにあてるため。' },
          balanceSeenYen: balanceYen as number,
        };
        return withChange({ url, headers: await staff(who), payload }, { amountYen: 400 });
      },
    },
    {
      route: 'POST /api/staff/associates/:associateId/use-reports',
      table: 'use_reports',
      async request(who) {
        await given({});
        await db.execute(sql`
          update donations set received_on = '2026-01-31' where associate_id = 'ao' and received_on is null`);
        const payload = {
          ...{ title: '毛布', body: '冬の毛布を買いました。', imageId: '', yen: 100 },
          ...{ from: '2026-01-01', to: '2026-01-31' },
        };
        const url = '/api/staff/associates/ao/use-reports';
        return withChange({ url, headers: await inRoom(who), payload }, { yen: 200 });
      },
    },
    {
      route: 'POST /api/office/remittance-runs',
      table: 'remittance_runs',
      async request(who) {
        await given({});
        await dropOpenRun();
        const { transferOn, latestRunId } = await ask('/api/office/remittance-runs/next');
        const payload = { periodTo: jstDay(clock.now), transferOn, after: latestRunId as string };
        const sent = { url: '/api/office/remittance-runs', headers: await staff(who), payload };
        return withChange(sent, { after: 'another-run' });
      },
    },
  ];

  async function tagOf(id: string) {
    const reply = await app.inject({
      url: `/api/office/threads/${id}`,
      headers: await staff('one'),
    });
    return String(reply.headers.etag);
  }
  async function answered(id: string) {
    const form = await multipart('reply', { body: '発送しました。' });
    const reply = await app.inject({
      method: 'POST',
      url: `/api/office/threads/${id}/reply`,
      headers: { ...(await staff('one')), ...form.headers, 'if-match': await tagOf(id) },
      payload: form.payload,
    });
    expect(reply.statusCode, reply.body).toBe(200);
  }
  /** Drops the run that is being prepared, since only one is allowed. */
  async function dropOpenRun() {
    const { rows } = await db.execute(
      sql`select id, version from remittance_runs where state = 'draft'`,
    );
    for (const { id, version } of rows) {
      const reply = await app.inject({
        method: 'POST',
        url: `/api/office/remittance-runs/${id}/drop`,
        headers: await staff('one'),
        payload: { version, reason: '作り直すため' },
      });
      expect(reply.statusCode, reply.body).toBe(200);
    }
  }

  return { calls, messageOf };
}
