import { asc, eq, inArray } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { applicationEvents, applications } from '#giving/applications/application-tables.server.ts';
import { donations } from '#giving/donations/donation-tables.server.ts';
import { pledges } from '#giving/pledges/pledge-tables.server.ts';
import { receipts } from '#giving/receipts/receipt-tables.server.ts';
import { auditLog } from '#kit/audit/audit-tables.server.ts';
import { images } from '#kit/images/image-tables.server.ts';
import { differences } from '#money/sums/check-sums.server.ts';
import { compactSums } from '#money/sums/kept-sums.server.ts';
import { staffMemberships } from '#organisations/room/room-tables.server.ts';
import { users } from '#people/accounts/account-tables.server.ts';
import { mailPreferences, outboxMails } from '#people/mail/mail-tables.server.ts';
import { application, insertApplications, insertAssociate } from '#test/factories/donating.ts';
import { insertWholePerson } from '#test/factories/whole-person.ts';
import { headersOfSession, signedIn } from '#test/signed-in.ts';
import { testApp } from '#test/test-app.ts';
import type { MergePreview } from './donor-merge.ts';
import { donorMerges } from './donor-tables.server.ts';

const house = await testApp();
const { app, db, pool } = house;
const signIn = signedIn(house);
let operator: Awaited<ReturnType<typeof signIn>>;
let from: Awaited<ReturnType<typeof insertWholePerson>>;
let into: Awaited<ReturnType<typeof insertWholePerson>>;
let count = 0;

beforeAll(async () => {
  operator = await signIn('op', 'operator');
  await insertAssociate(db, 'ao');
});
beforeEach(async () => {
  count++;
  from = await insertWholePerson(db, `from${count}`, count * 1_000);
  into = await insertWholePerson(db, `into${count}`, count * 1_000 + 500);
});

const post = (url: string, payload: object) =>
  app.inject({ method: 'POST', url, payload, headers: operator });
const emailsOf = async (...uids: string[]) => {
  const rows = await db.select().from(users).where(inArray(users.uid, uids));
  return uids.map((uid) => rows.find((row) => row.uid === uid)?.email);
};
const previewMerge = async (intoId: string, fromId: string): Promise<MergePreview> =>
  (
    await app.inject({
      url: `/api/office/donors/${intoId}/merge?from=${fromId}`,
      headers: operator,
    })
  ).json();
const merge = async (intoId: string, fromId: string, seen?: object) =>
  post(`/api/office/donors/${intoId}/merge`, {
    fromId,
    seen: seen ?? (await previewMerge(intoId, fromId)).moving,
    reason: 'ご本人の依頼',
  });
const undo = (id: string) =>
  post(`/api/office/donor-merges/${id}/undo`, { reason: '間違えたため' });

/** All rows and counts that a merge may touch, without mails, since it writes new ones. */
async function everything() {
  await compactSums(db);
  const sums = await pool.query(
    "select name, key, sum(count) as count, sum(amount) as amount from kept_sums where name <> 'mails' group by name, key order by 1, 2",
  );
  return {
    applications: await db.select().from(applications).orderBy(asc(applications.appraisalId)),
    events: await db.select().from(applicationEvents).orderBy(asc(applicationEvents.id)),
    donations: await db.select().from(donations).orderBy(asc(donations.id)),
    receipts: await db.select().from(receipts).orderBy(asc(receipts.number)),
    pledges: await db.select().from(pledges).orderBy(asc(pledges.id)),
    preferences: await db
      .select()
      .from(mailPreferences)
      .orderBy(asc(mailPreferences.uid), asc(mailPreferences.kind)),
    images: await db.select().from(images).orderBy(asc(images.id)),
    memberships: await db.select().from(staffMemberships).orderBy(asc(staffMemberships.uid)),
    users: await db.select().from(users).orderBy(asc(users.uid)),
    search: (await pool.query('select id, uid, email, created_at from donor_search order by id'))
      .rows,
    sums: sums.rows,
    differences: await differences(db),
  };
}

describe('two registered people', () => {
  test('are shown before with all that would move and what they have in common', async () => {
    const preview = await previewMerge(into.uid, from.uid);
    expect(preview.moving).toEqual({
      applications: 3,
      donations: 2,
      receipts: 1,
      pledges: 1,
      preferences: 1,
    });
    expect(preview.applications.map(({ appraisalId }) => appraisalId).sort()).toEqual(
      [from.direct, from.bought, from.cancelled].sort(),
    );
    expect(preview).toMatchObject({
      from: { id: from.uid },
      into: { id: into.uid },
      refusal: '',
      receipts: [{ number: expect.stringMatching(/^R-from/), amountYen: 800 }],
    });
    const tel = { tel: '09099998888' };
    await db
      .update(users)
      .set(tel)
      .where(inArray(users.uid, [from.uid, into.uid]));
    expect((await previewMerge(into.uid, from.uid)).same).toContain('tel');
    const doubles = await app.inject({
      url: `/api/office/donors/${into.uid}/doubles`,
      headers: operator,
    });
    expect(doubles.json().map(({ id }: { id: string }) => id)).toContain(from.uid);
  });

  test('become one: all is the other’s, the account that is left is locked, and sums stay', async () => {
    const headers = await headersOfSession(house, from.uid);
    const before = await everything();
    const reply = await merge(into.uid, from.uid);
    expect(reply.statusCode).toBe(200);
    const after = await everything();
    for (const kind of ['applications', 'donations', 'receipts', 'pledges'] as const) {
      const moved = before[kind].map((row) =>
        row.uid === from.uid ? { ...row, uid: into.uid } : row,
      );
      expect(after[kind], kind).toEqual(moved);
    }
    expect([after.sums, after.differences, after.events]).toEqual([
      before.sums,
      before.differences,
      before.events,
    ]);
    const { lockedAt } = after.users.find(({ uid }) => uid === from.uid) ?? {};
    expect(lockedAt).not.toBeNull();
    expect((await app.inject({ url: '/api/users/account', headers })).statusCode).toBe(401);
    const theirs = await headersOfSession(house, into.uid);
    const history = await app.inject({ url: '/api/users/donations?limit=20', headers: theirs });
    expect(history.json()).toHaveLength(4);
    const [entry] = (
      await db
        .select()
        .from(auditLog)
        .where(eq(auditLog.action, 'donors.merge'))
        .orderBy(auditLog.id)
    ).slice(-1);
    expect(entry).toMatchObject({ subjectId: into.uid, details: { reason: 'ご本人の依頼' } });
  });

  test('are two again as they were, row by row, when it is taken back', async () => {
    const before = await everything();
    const { id } = (await merge(into.uid, from.uid)).json();
    const reply = await undo(id);
    expect(reply.json()).toEqual({
      moved: { applications: 3, donations: 2, receipts: 1, pledges: 1, preferences: 1 },
      left: [],
    });
    expect(await everything()).toEqual(before);
    expect((await undo(id)).statusCode).toBe(409);
  });

  test('keep a lock of before, and their own choice of mails', async () => {
    await db.update(users).set({ lockedAt: new Date() }).where(eq(users.uid, from.uid));
    const kind = 'thanks';
    await db.insert(mailPreferences).values([
      { uid: from.uid, kind, isWanted: false },
      { uid: into.uid, kind, isWanted: true },
    ]);
    const before = await everything();
    const { id } = (await merge(into.uid, from.uid)).json();
    const chosen = (await everything()).preferences.filter((one) => one.kind === kind);
    expect(chosen).toEqual(before.preferences.filter((one) => one.kind === kind));
    await undo(id);
    expect(await everything()).toEqual(before);
  });

  test('leave with the other what was pledged or stated on since, and say so', async () => {
    const { id } = (await merge(into.uid, from.uid)).json();
    const { bought = '', direct = '' } = from;
    await db.insert(pledges).values({
      id: `since-${from.uid}`,
      appraisalId: bought,
      uid: into.uid,
      text: '思い出',
      pledgedAt: new Date(),
      updatedAt: new Date(),
    });
    const reply = await undo(id);
    expect(reply.json()).toMatchObject({
      left: [bought],
      moved: { applications: 2, donations: 1 },
    });
    const rows = await db
      .select({ id: donations.appraisalId, uid: donations.uid, of: applications.uid })
      .from(donations)
      .innerJoin(applications, eq(applications.appraisalId, donations.appraisalId))
      .where(inArray(donations.appraisalId, [bought, direct]));
    expect(rows).toHaveLength(2);
    for (const row of rows) {
      const owner = row.id === bought ? into.uid : from.uid;
      expect([row.uid, row.of]).toEqual([owner, owner]);
    }
  });

  test('are merged once, however many ask at the same time', async () => {
    const { moving } = await previewMerge(into.uid, from.uid);
    const replies = await Promise.all(
      Array.from({ length: 6 }, () => merge(into.uid, from.uid, moving)),
    );
    expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([
      200, 409, 409, 409, 409, 409,
    ]);
    expect(await db.$count(donorMerges, eq(donorMerges.fromUid, from.uid))).toBe(1);
    const both = await insertWholePerson(db, `third${count}`, count * 1_000 + 700);
    const [there, back] = await Promise.all([merge(both.uid, into.uid), merge(into.uid, both.uid)]);
    expect([there.statusCode, back.statusCode].sort()).toEqual([200, 409]);
  });

  test('are not merged when more was given since the preview, nor with themselves, nor twice', async () => {
    const { moving } = await previewMerge(into.uid, from.uid);
    await insertApplications(db, [application(count * 1_000 + 900, { uid: from.uid })]);
    expect((await merge(into.uid, from.uid, moving)).statusCode).toBe(409);
    expect((await merge(into.uid, into.uid, moving)).statusCode).toBe(409);
    expect((await merge(into.uid, from.uid)).statusCode).toBe(200);
    expect((await merge(from.uid, into.uid)).statusCode).toBe(409);
    expect((await previewMerge(into.uid, from.uid)).refusal).not.toBe('');
  });

  test.each(['staff', 'warehouse', 'accountant', 'operator', 'owner'] as const)(
    'with the role %s are never merged',
    async (role) => {
      await db.update(users).set({ role }).where(eq(users.uid, from.uid));
      expect((await merge(into.uid, from.uid)).statusCode).toBe(409);
      expect((await merge(from.uid, into.uid)).statusCode).toBe(409);
      await db.update(users).set({ role: 'donor' }).where(eq(users.uid, from.uid));
    },
  );
});

describe('the mails', () => {
  /** Recipients and texts of a kind of mail; asserts that none names the other address. */
  async function told(kind: 'records-merged' | 'records-unmerged') {
    const mails = await db
      .select()
      .from(outboxMails)
      .where(eq(outboxMails.kind, kind))
      .orderBy(asc(outboxMails.recipient));
    for (const { recipient, textBody } of mails) {
      const others = mails.filter((mail) => mail.recipient !== recipient);
      for (const other of others) expect(textBody).not.toContain(other.recipient);
    }
    return mails.map(({ recipient, textBody }) => ({ recipient, textBody }));
  }
  beforeEach(() => db.delete(outboxMails));

  test('tell both addresses what was joined, and that it was taken apart', async () => {
    const [left = '', kept = ''] = await emailsOf(from.uid, into.uid);
    const { id } = (await merge(into.uid, from.uid)).json();
    expect(await told('records-merged')).toEqual([
      {
        recipient: left,
        textBody: expect.stringMatching(/もう一方のアカウントでログイン[\s\S]*申し込み：3件/),
      },
      {
        recipient: kept,
        textBody: expect.stringMatching(
          /このメールアドレスのアカウントにまとめました[\s\S]*寄付：2件/,
        ),
      },
    ]);
    await undo(id);
    const words = await told('records-unmerged');
    expect(words.map(({ recipient }) => recipient)).toEqual([left, kept]);
    expect(words[0]?.textBody).toMatch(/これまでどおりログイン[\s\S]*申し込み：3件/);
    // A repetition sends no mail.
    await undo(id);
    expect(await told('records-unmerged')).toHaveLength(2);
  });

  test('tell a guest as well, and one address once', async () => {
    const guest = from.made ?? '';
    const [kept = ''] = await emailsOf(into.uid);
    const [row] = await db
      .select({ email: applications.email })
      .from(applications)
      .where(eq(applications.appraisalId, guest));
    const { id } = (await merge(into.uid, guest)).json();
    expect((await told('records-merged')).map(({ recipient }) => recipient).sort()).toEqual(
      [kept, row?.email].sort(),
    );
    await undo(id);
    await db.update(applications).set({ email: kept }).where(eq(applications.appraisalId, guest));
    await db.delete(outboxMails);
    await merge(into.uid, guest);
    expect(await told('records-merged')).toEqual([
      {
        recipient: kept,
        textBody: expect.stringContaining('このメールアドレスのアカウントにまとめました'),
      },
    ]);
  });

  test('are not written of a merge that is refused', async () => {
    expect((await merge(into.uid, into.uid)).statusCode).toBe(409);
    expect(await told('records-merged')).toEqual([]);
  });
});

describe('a guest', () => {
  test('becomes a part of an account, whose history then has it, and a guest again', async () => {
    const guest = from.made ?? '';
    const before = await everything();
    const reply = await merge(into.uid, guest);
    expect(reply.statusCode).toBe(200);
    const headers = await headersOfSession(house, into.uid);
    const own = await app.inject({ url: `/api/users/applications/${guest}`, headers });
    expect(own.statusCode).toBe(200);
    const page = await app.inject({ url: `/api/office/donors/${guest}`, headers: operator });
    expect(page.json()).toMatchObject({ id: into.uid, isGuest: false });
    expect((await undo(reply.json().id)).json()).toMatchObject({
      left: [],
      moved: { applications: 1 },
    });
    expect(await everything()).toEqual(before);
  });

  test('takes nobody in', async () => {
    expect(
      (
        await merge(from.made ?? '', into.uid, {
          applications: 0,
          donations: 0,
          receipts: 0,
          pledges: 0,
          preferences: 0,
        })
      ).statusCode,
    ).toBe(409);
  });
});

test('a merge that is none, and one whose account is erased, are not taken back', async () => {
  expect((await undo('00000000-0000-4000-8000-000000000000')).statusCode).toBe(404);
  const { id } = (await merge(into.uid, from.uid)).json();
  await pool.query('delete from auth_users where id = $1', [from.uid]);
  const reply = await undo(id);
  expect([reply.statusCode, reply.json().message]).toEqual([409, expect.stringContaining('消去')]);
});
