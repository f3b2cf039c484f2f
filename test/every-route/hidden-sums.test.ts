import { eq, sql } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { staffMemberships } from '#organisations/room/room-tables.server.ts';
import { users } from '#people/accounts/account-tables.server.ts';
import {
  application,
  insertApplications,
  insertAssociate,
  numberOf,
  resultFile,
  resultLine,
} from '#test/factories/donating.ts';
import { insertPledge } from '#test/factories/pledging.ts';
import { remit } from '#test/factories/remit.ts';
import { uploadResults } from '#test/factories/upload-results.ts';
import { signedIn } from '#test/signed-in.ts';
import { testApp } from '#test/test-app.ts';

// The author of a pledge may hide the sum, and shows only a nickname. No response to the public or
// to the organisation's staff combines what the donor kept apart.

const house = await testApp();
const { app, db } = house;
const realName = '本名寺';
const [hidden, shown] = [76_543, 65_432];
let staff: Record<string, string>;
const ids: Record<string, string> = {
  ...{ associateId: 'ao', uid: 'hanako', year: '2026', socialChallengeId: 'animal' },
  ...{ file: 'ao.png', key: 'ao', number: '1' },
};

beforeAll(async () => {
  const signIn = signedIn(house);
  const operator = await signIn('op', 'operator');
  await signIn('op-2', 'operator');
  await signIn('hanako');
  staff = await signIn('staff', 'staff');
  await db
    .update(users)
    .set({ lastName: realName, firstName: '花子', profileName: 'はなまる' })
    .where(eq(users.uid, 'hanako'));
  await insertAssociate(db, 'ao');
  await db.insert(staffMemberships).values({ uid: 'staff', associateId: 'ao', role: 'editor' });
  const mine = { uid: 'hanako', lastName: realName };
  await insertApplications(db, [application(1, mine), application(2, mine), application(3)]);
  const lines = [resultLine(1, { appraised: hidden }), resultLine(2, { appraised: shown })];
  const { body } = await uploadResults(house, operator, resultFile(...lines, resultLine(3)));
  expect(body.errors).toEqual([]);
  await insertPledge(db, { id: 'hides', appraisalId: numberOf(1), uid: 'hanako' });
  await insertPledge(db, {
    ...{ id: 'shows', appraisalId: numberOf(2), uid: 'hanako', showsAmount: true },
  });
  await remit(house, [1, 2, 3].map(numberOf), { asks: 'op', approves: 'op-2' });
  const { rows } = await db.execute<{ id: string }>(
    sql`select id from remittances where associate_id = 'ao' limit 1`,
  );
  ids.statement = rows[0]?.id ?? '';
});

/** Objects and lines of a response: values within one belong together. */
function recordsOf(body: string): string[] {
  if (!/^[[{]/.test(body)) return body.split(/\r?\n/);
  const records: string[] = [];
  const visit = (value: unknown): unknown => {
    if (Array.isArray(value)) {
      const parts = value.map(visit);
      if (value.some((part) => typeof part === 'object')) {
        records.push(...parts.map((part) => JSON.stringify(part)));
        return [];
      }
      return parts;
    }
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, visit(part)]));
  };
  records.push(JSON.stringify(visit(JSON.parse(body))));
  return records;
}

const names = (record: string) => record.includes(numberOf(1)) || /\bhides\b/.test(record);
const containsSum = (record: string) => /76,?543/.test(record);

const idFor = (url: string) => (url.includes('statements') ? ids.statement : 'hides');
const addressOf = (url: string) =>
  url.replace(/:(\w+)/g, (_, name) => (name === 'id' ? idFor(url) : ids[name]) ?? 'none');

async function answersTo(allow: string, headers: Record<string, string> = {}) {
  const urls = app.policies.filter((one) => one.method === 'GET' && one.allow === allow);
  const answers = [];
  for (const { url } of urls) {
    // Pictures contain nothing of this, and are slow.
    if (url.startsWith('/og/')) continue;
    const reply = await app.inject({ url: addressOf(url), headers });
    answers.push({ url, status: reply.statusCode, body: reply.body });
  }
  return answers;
}
const joined = (answers: { url: string; body: string }[]) =>
  answers
    .filter(({ body }) => recordsOf(body).some((record) => names(record) && containsSum(record)))
    .map(({ url }) => url);

test('no public answer gives the sum or the name of a pledge that keeps them', async () => {
  const answers = await answersTo('anyone');
  expect(joined(answers)).toEqual([]);
  for (const { url, body } of answers) expect(body, url).not.toContain(realName);
  const read = answers.filter(({ body }) => recordsOf(body).some(names)).map(({ url }) => url);
  expect(read).toEqual(expect.arrayContaining(['/api/my-pledges', '/feed/pledges.xml']));
  const pledges = answers.find(({ url }) => url === '/api/my-pledges')?.body ?? '';
  expect(pledges).toContain(String(shown));
});

test('no answer to the people of an organisation joins a pledge and the sum that it hides', async () => {
  const answers = await answersTo('associate-room.enter', staff);
  expect(joined(answers)).toEqual([]);
  for (const { url, body } of answers) expect(body, url).not.toContain(realName);
  const revealingUrls = answers
    .filter(({ body }) => recordsOf(body).some(containsSum))
    .map(({ url }) => url);
  const base = '/api/staff/associates/:associateId';
  expect(revealingUrls).toEqual(
    expect.arrayContaining([
      ...[`${base}/donations`, `${base}/donations.csv`],
      ...[`${base}/statements/:id/items`, `${base}/statements/:id/statement.csv`],
    ]),
  );
  // Nor by a number that appears elsewhere beside the sum: these contain no pledge's number at all.
  for (const { url, body } of answers.filter(({ url: path }) => revealingUrls.includes(path))) {
    expect(body, url).not.toContain(numberOf(1));
  }
});

test('a page of gifts begins at a place that names no application', async () => {
  // Normally an application has one gift; here it has many, to fill a second page.
  await db.execute(sql`drop index if exists donations_standing`);
  await db.execute(sql`
    insert into donations (id, appraisal_id, appraisal_row_id, associate_id, amount_yen, need_receipt, donated_at)
    select 'more-' || n, ${numberOf(3)}, (select appraisal_row_id from donations limit 1), 'ao', n, false,
      now() - n * interval '1 hour' from generate_series(1, 25) n`);
  const reply = await app.inject({
    url: '/api/staff/associates/ao/donations',
    headers: staff,
  });
  const cursor = String(reply.headers['x-next-cursor']);
  const place = Buffer.from(cursor, 'base64url').toString();
  expect(place).toMatch(/G-/);
  expect(place).not.toContain('TS-');
});
