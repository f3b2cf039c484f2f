import { eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { auditLog } from '#kit/audit/audit-tables.server.ts';
import { contentVersions } from '#kit/versions/version-tables.server.ts';
import { publicEntries } from '#money/public-book/public-book-tables.server.ts';
import { mailPreferences, outboxMails } from '#people/mail/mail-tables.server.ts';
import { application, insertApplications, numberOf, resultLine } from '#test/factories/donating.ts';
import { emptyTables } from '#test/factories/money/empty-tables.ts';
import { paidOrganisation } from '#test/factories/money/paid-organisation.ts';
import { mergeOrganisations } from '#test/factories/remit.ts';
import { headersOfSession, signedIn } from '#test/signed-in.ts';
import { testApp } from '#test/test-app.ts';
import { useOfGift as readUse } from './use-of-gift.server.ts';
import type { RoomUses } from './use-report.ts';

const house = await testApp();
const { app, db, clock, services } = house;
const organisation = await paidOrganisation(house);
const { read, give, send, arrive, remittanceOf, comeBack, correct, agree, people } = organisation;
const room = '/api/staff/associates/ao/use-reports';

beforeEach(async () => {
  clock.now = new Date('2026-11-20T10:00:00+09:00');
  await emptyTables(
    ...([
      db,
      'use_reports',
      'public_entries',
      'unreported_sums',
      'content_versions',
      'donor_search',
    ] as const),
  );
  await db.execute(
    sql`update associates set state = 'published', merged_into = null, ended_on = null, is_listed = true`,
  );
  await organisation.begin();
  await agree({ publishes: 'at-once' });
});

const post = async (url: string, payload: object, uid = 'editor', more: object = {}) =>
  app.inject({
    ...{ method: 'POST', url, payload },
    headers: { ...(await headersOfSession(house, uid, true)), ...more },
  });
const words = {
  ...{ title: '7月のワクチン', body: '子猫12匹に打ちました。', imageId: '' },
  ...{ from: '2026-07-01', to: '2026-07-31', yen: 1_800 },
};
const report = (changes: object = {}) => post(room, { ...words, ...changes });
/** Gifts of ¥1,200 each that arrived, by their numbers. */
async function arrived(...numbers: number[]) {
  await insertApplications(
    db,
    numbers.map((n) => application(n)),
  );
  await give(...numbers.map((n) => resultLine(n)));
  const run = await send();
  await arrive(run);
  return run;
}
const use = (n: number) => readUse({ db }, numberOf(n));
const sharesOf = async (...numbers: number[]) =>
  Promise.all(
    numbers.map(async (n) => (await use(n)).reports.reduce((sum, { yen }) => sum + yen, 0)),
  );
const figures = async () => (await read<RoomUses>(room)).figures;
const reportsInBook = async () =>
  (await db.select().from(publicEntries).where(eq(publicEntries.kind, 'report')))
    .toSorted((a, b) => a.position - b.position)
    .map(({ line }) => JSON.parse(line));
async function edit(id: string, changes: object) {
  const key = `/api/staff/use-reports/ao:${id}`;
  const saved = await post(`${key}/draft`, { content: { ...words, ...changes } });
  expect(saved.statusCode, saved.body).toBe(200);
  return post(`${key}/publish`, { note: '', holdsFrom: '' });
}

describe('matching', () => {
  test('a report covers gifts in the order of their arrival up to its yen, and each knows its share', async () => {
    await arrived(1, 2, 3);
    const { id, isWaiting } = (await report()).json();
    expect(isWaiting).toBe(false);
    expect(await sharesOf(1, 2, 3)).toEqual([1_200, 600, 0]);
    expect(await use(2)).toEqual({
      confirmedAt: null,
      reports: [{ id, title: words.title, from: words.from, to: words.to, yen: 600 }],
      unreportedYen: 600,
    });
    expect(await figures()).toMatchObject({
      ...{ arrivedYen: 3_600, reportedYen: 1_800, unreportedYen: 1_800, unreportedGifts: 2 },
    });
  });

  test('what did not arrive is not reported on, and the number that is left is said', async () => {
    await insertApplications(db, [application(2)]);
    await give(resultLine(2));
    expect((await use(2)).unreportedYen).toBeNull();
    await arrived(1);
    await insertApplications(db, [application(3)]);
    await give(resultLine(3));
    const refused = await report({ yen: 9_999 });
    expect([refused.statusCode, refused.json().errors]).toEqual([
      400,
      [
        {
          path: 'yen',
          message: 'まだ報告していないご寄付は2,400円です。この金額までで入力してください。',
        },
      ],
    ]);
    expect((await report({ yen: 2_400 })).statusCode).toBe(200);
    expect((await report({ yen: 1 })).json().message).toContain('報告できるご寄付がありません。');
  });

  test('a correction adds or takes shares by counter-entries and keeps every edition', async () => {
    await arrived(1, 2, 3);
    const { id } = (await report()).json();
    expect((await edit(id, { yen: 3_000 })).statusCode).toBe(200);
    expect(await sharesOf(1, 2, 3)).toEqual([1_200, 1_200, 600]);
    expect((await edit(id, { yen: 500, title: '7月の薬' })).statusCode).toBe(200);
    expect(await sharesOf(1, 2, 3)).toEqual([500, 0, 0]);
    const { rows } = await db.execute(sql`
      select edition, title, yen::int from use_report_editions order by edition`);
    expect(rows).toEqual([
      { edition: 1, title: '7月のワクチン', yen: 1_800 },
      { edition: 2, title: '7月のワクチン', yen: 3_000 },
      { edition: 3, title: '7月の薬', yen: 500 },
    ]);
    const beyond = await post(`/api/staff/use-reports/ao:${id}/draft`, {
      content: { ...words, yen: 3_601 },
    });
    expect(beyond.json().message).toContain('3,600円です');
    for (const table of ['use_report_gifts', 'use_report_editions']) {
      await expect(db.execute(sql.raw(`delete from ${table}`))).rejects.toThrow();
    }
  });

  test('a gift that is corrected to less or to nothing frees its share', async () => {
    await arrived(1, 2);
    await report({ yen: 2_400 });
    await correct(1, 500);
    expect(await sharesOf(1, 2)).toEqual([500, 1_200]);
    await correct(2, 0);
    expect(await sharesOf(1, 2)).toEqual([500, 0]);
    expect(await use(2)).toMatchObject({ unreportedYen: null });
    expect(await figures()).toMatchObject({ arrivedYen: 500, unreportedYen: 0 });
  });

  test('a returned transfer frees the shares of its gifts; once they arrive again, they may be reported', async () => {
    const run = await arrived(1, 2);
    await report();
    await comeBack(await remittanceOf(run), '2026-11-20');
    expect(await sharesOf(1, 2)).toEqual([0, 0]);
    expect((await report({ yen: 1 })).statusCode).toBe(400);
    clock.now = new Date('2026-11-24T10:00:00+09:00');
    await arrive(await send());
    expect((await report({ yen: 2_400 })).statusCode).toBe(200);
    expect(await sharesOf(1, 2)).toEqual([1_200, 1_200]);
  });

  test('reports at the same time cover no gift twice', async () => {
    await arrived(1, 2);
    const replies = await Promise.all([1, 2, 3, 4, 5, 6].map(() => report({ yen: 1_000 })));
    expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([
      ...[200, 200, 400, 400, 400, 400],
    ]);
    expect(await sharesOf(1, 2)).toEqual([1_200, 800]);
  });

  test('reports go with a merge, and gifts of both are covered', async () => {
    await arrived(1);
    await report({ yen: 500 });
    await db.execute(sql`update associates set state = 'published' where id = 'mori'`);
    await mergeOrganisations(house, people, 'ao', { into: 'mori', confirmation: 'あおぞらの会' });
    const { reports, figures: left } = await read<RoomUses>(
      ...(['/api/staff/associates/mori/use-reports', 'stranger'] as const),
    );
    expect(reports).toHaveLength(1);
    expect(left).toMatchObject({ arrivedYen: 1_200, reportedYen: 500, unreportedYen: 700 });
    expect(await sharesOf(1)).toEqual([500]);
  });
});

describe('what is public', () => {
  test('the public book names gifts and yen from five gifts on, and hashes of text and picture', async () => {
    await arrived(1, 2, 3, 4, 5);
    const { id } = (await report()).json();
    await edit(id, { yen: 6_000 });
    const [few, enough] = await reportsInBook();
    expect(few).toMatchObject({ report: id, edition: 1, associate: 'ao', gifts: null, yen: null });
    expect(enough).toMatchObject({ edition: 2, gifts: 5, yen: 6_000, pictureHash: null });
    expect(enough.textHash).toBe(
      // printf '7月のワクチン\n\n子猫12匹に打ちました。' | sha256sum
      'b18a61515b1ab8070ccf38cda620a835d65926290731b0f3de09c974d9ed7d70',
    );
  });

  test('the page withholds sums of fewer than five gifts, and moves the unreported sum once a day by five gifts', async () => {
    const shown = () => services.reads.useReports('ao');
    await arrived(1, 2, 3, 4, 5, 6);
    await report({ yen: 1_200 });
    expect(await shown()).toMatchObject({
      reports: [{ gifts: null, yen: null }],
      unreported: { gifts: 5, lateGifts: 0, sum: { yen: 6_000, gifts: 5, day: '2026-11-20' } },
    });
    clock.now = new Date('2026-11-24T10:00:00+09:00');
    await report({ yen: 100 });
    const { unreported } = await shown();
    expect(unreported).toMatchObject({ gifts: 5, sum: { yen: 6_000, day: '2026-11-20' } });
    await report({ yen: 1_200 });
    expect((await shown()).unreported).toEqual({ gifts: 4, lateGifts: 0, sum: null });
  });

  test('an organisation whose texts wait for a review publishes nothing before it', async () => {
    await db.execute(sql`update associate_agreements set publishes = 'after-look'`);
    await arrived(1, 2);
    const { id, isWaiting } = (await report()).json();
    expect(isWaiting).toBe(true);
    expect(await sharesOf(1, 2)).toEqual([0, 0]);
    const headers = await headersOfSession(house, 'op', true);
    const [look] = (await app.inject({ url: '/api/office/looks', headers })).json();
    expect(look).toMatchObject({ kind: 'use-report', key: `ao:${id}` });
    const { kind, key, tag } = look;
    expect((await post('/api/office/looks/publish', { kind, key, tag }, 'op')).statusCode).toBe(
      200,
    );
    expect(await sharesOf(1, 2)).toEqual([1_200, 600]);
  });

  test('an operator hides text and picture with a reason, and the figures stay', async () => {
    await arrived(1, 2);
    const { id } = (await report()).json();
    const url = `/api/office/use-reports/${id}/hide`;
    const reason = '個人の名前が写っているため';
    expect((await post(url, { reason, isHidden: true }, 'accountant')).statusCode).toBe(403);
    expect((await post(url, { reason, isHidden: true }, 'op')).statusCode).toBe(200);
    const [hidden] = (await services.reads.useReports('ao')).reports;
    expect(hidden).toMatchObject({ title: '', text: '', isHidden: true, from: words.from });
    expect((await use(1)).reports).toMatchObject([
      { title: '（公開を停止しています）', yen: 1_200 },
    ]);
    const headers = await headersOfSession(house, 'op', true);
    const listed = await app.inject({ url: '/api/office/associates/ao/uses', headers });
    expect(listed.json().reports).toMatchObject([{ id, isHidden: true, hiddenReason: reason }]);
    const [act] = await db.select().from(auditLog).where(eq(auditLog.action, 'use-report.hide'));
    expect(act).toMatchObject({ subjectId: id, details: { reason } });
  });
});

describe('donors', () => {
  const told = async () =>
    (await db.select().from(outboxMails).where(eq(outboxMails.kind, 'use-report'))).map(
      ({ recipient, textBody }) => [recipient, /うち([\d,]+)円は/.exec(textBody)?.[1]],
    );

  test('one mail a donor and report names the sum of all their shares', async () => {
    const signIn = signedIn(house);
    await signIn('hanako');
    const mine = { uid: 'hanako' };
    const guest = { email: 'guest@tasuki.example' };
    await insertApplications(db, [
      ...[application(1, mine), application(2, guest), application(3, mine)],
      ...[application(4, guest), application(5)],
    ]);
    await give(...[1, 2, 3, 4, 5].map((n) => resultLine(n)));
    await arrive(await send());
    await report({ yen: 4_200 });
    await services.useReportTelling.tellWaiting();
    await services.useReportTelling.tellWaiting();
    expect((await told()).toSorted()).toEqual([
      ['guest@tasuki.example', '1,800'],
      ['hanako@tasuki.example', '2,400'],
    ]);
  });

  test('none to those who switched them off; donors whom a new edition adds are told then', async () => {
    await signedIn(house)('hanako');
    await db.insert(mailPreferences).values({ uid: 'hanako', kind: 'thanks', isWanted: false });
    await insertApplications(db, [application(1, { uid: 'hanako' })]);
    await insertApplications(db, [application(2, { wantsThanksMails: false })]);
    await insertApplications(db, [application(3), application(4)]);
    await give(...[1, 2, 3, 4].map((n) => resultLine(n)));
    await arrive(await send());
    const { id } = (await report({ yen: 3_000 })).json();
    await services.useReportTelling.tellWaiting();
    const first = await told();
    await edit(id, { yen: 4_800 });
    await services.useReportTelling.tellWaiting();
    expect([first.length, (await told()).length]).toEqual([1, 2]);
  });
});

test('viewers and other organisations report nothing, and read no foreign report', async () => {
  await arrived(1);
  const { id } = (await report({ yen: 100 })).json();
  expect((await post(room, words, 'viewer')).statusCode).toBe(403);
  expect((await post(room, words, 'stranger')).statusCode).toBe(404);
  for (const key of [`ao:${id}`, `mori:${id}`]) {
    const reply = await post(`/api/staff/use-reports/${key}/draft`, { content: words }, 'stranger');
    expect(reply.statusCode).toBe(404);
  }
  const key = `/api/staff/use-reports/ao:${id}`;
  expect(
    (await post(`${key}/draft`, { content: words }, 'editor', { 'if-match': '"0"' })).statusCode,
  ).toBe(409);
  expect(await db.$count(contentVersions)).toBe(1);
});
