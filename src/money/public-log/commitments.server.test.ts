import { createHash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { applicationEvents } from '#giving/applications/application-tables.server.ts';
import { readEntries } from '#money/public-book/public-entries.server.ts';
import { eraseGuest, erasePerson } from '#people/personal-data/erase.server.ts';
import {
  application,
  insertApplications,
  insertAssociate,
  numberOf,
} from '#test/factories/donating.ts';
import { signedIn } from '#test/signed-in.ts';
import { testApp } from '#test/test-app.ts';
import { commitEvents } from './commitments.server.ts';
import { commitments } from './log-tables.server.ts';

const house = await testApp({ now: new Date('2026-11-20T10:00:00+09:00') });
const { app, db, clock } = house;
const { ctx } = house.services;
const signIn = signedIn(house);
let donor: Awaited<ReturnType<typeof signIn>>;
let other: Awaited<ReturnType<typeof signIn>>;

beforeAll(async () => {
  await insertAssociate(db, 'ao');
  donor = await signIn('donor-1');
  other = await signIn('donor-2');
  await insertApplications(db, [
    application(1, { uid: 'donor-1', state: 'remitted' }),
    application(2, { uid: null, email: 'guest@tasuki.example', state: 'donated' }),
  ]);
  const at = (hours: number) => new Date(clock.now.getTime() - hours * 60 * 60_000);
  await db.insert(applicationEvents).values([
    ...[
      ['applied', 80],
      ['goods-received', 60],
      ['donated', 30],
      ['remitted', 2],
    ].map(([toState, hours]) => ({
      ...{ appraisalId: numberOf(1), toState: String(toState), doneBy: 'operator' },
      at: at(Number(hours)),
    })),
    { appraisalId: numberOf(2), toState: 'donated', doneBy: 'operator', at: at(31) },
  ]);
  await commitEvents(ctx);
});

const openings = (headers: Record<string, string>, number = 1) =>
  app.inject({ url: `/api/users/donations/${numberOf(number)}/openings`, headers });

test('steps up to yesterday are hashes in the book, which the donor alone opens', async () => {
  const [entry, ...more] = await readEntries(db, 0, 10);
  expect(more).toEqual([]);
  const { hashes } = JSON.parse(entry?.line ?? '');
  expect(hashes).toEqual([...hashes].sort());
  expect(hashes).toHaveLength(3);
  const own = (await openings(donor)).json();
  expect(own.map(({ line }: { line: string }) => JSON.parse(line))).toEqual([
    { day: '2026-11-17', gift: numberOf(1), step: 'goods-received' },
    { day: '2026-11-19', gift: numberOf(1), step: 'donated' },
  ]);
  for (const { line, salt, hash, position } of own) {
    expect(position).toBe(0);
    expect(hashes).toContain(hash);
    const again = createHash('sha256').update(Buffer.from(salt, 'base64')).update(line);
    expect(again.digest('base64')).toBe(hash);
  }
  expect((await openings(other)).statusCode).toBe(404);
  expect((await openings(donor, 2)).statusCode).toBe(404);
  // Nothing of the gift is public.
  expect(entry?.line).not.toContain(numberOf(1));
});

test('each step is committed to once, on the day after it', async () => {
  await commitEvents(ctx);
  expect(await db.$count(commitments)).toBe(3);
  clock.now = new Date('2026-11-21T10:00:00+09:00');
  await commitEvents(ctx);
  expect(await db.$count(commitments)).toBe(4);
  expect((await readEntries(db, 0, 10)).map(({ kind }) => kind)).toEqual([
    'commitment',
    'commitment',
  ]);
});

test('whoever is erased leaves hashes that nobody opens', async () => {
  const actor = { uid: 'op' };
  await db.transaction((tx) =>
    eraseGuest(tx, { email: 'guest@tasuki.example', appraisalId: numberOf(2) }, clock.now, {
      actor,
      details: { reason: 'ご本人のご希望' },
    }),
  );
  await db.transaction((tx) => erasePerson(tx, { uid: 'donor-1', role: 'donor' }, clock.now));
  const left = await db.select().from(commitments);
  expect(left).toHaveLength(4);
  for (const { salt, line, appraisalId } of left) {
    expect({ salt, line, appraisalId }).toEqual({ salt: null, line: null, appraisalId: null });
  }
  expect(await db.$count(commitments, eq(commitments.position, 0))).toBe(3);
});
