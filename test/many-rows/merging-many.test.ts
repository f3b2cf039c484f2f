import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { applications } from '#giving/applications/application-tables.server.ts';
import { donations } from '#giving/donations/donation-tables.server.ts';
import { readSum } from '#money/sums/kept-sums.server.ts';
import { applyBody, unknownGuest } from '#test/factories/apply-body.ts';
import { insertBulkDonations } from '#test/factories/bulk-donations.ts';
import { insertAssociate } from '#test/factories/donating.ts';
import { decideOn } from '#test/factories/money/decide.ts';
import { isLongForm } from '#test/form.ts';
import { signedIn } from '#test/signed-in.ts';
import { testApp } from '#test/test-app.ts';

// Merging two records with many years of data: it completes without a timeout, and nobody else waits.

const house = await testApp({ trustProxy: '1' });
const { app, db, services, databaseUrl } = house;
const count = isLongForm ? 5_000 : 2_000;

/** Reads and applies like visitors until `work` is done; collects the statuses. */
async function meanwhile<Result>(work: Promise<Result>) {
  const answers = new Set<number>();
  let isDone = false;
  const done = work.finally(() => {
    isDone = true;
  });
  const visiting = (async () => {
    do {
      for (const reply of [await app.inject('/api/associates'), await apply()]) {
        answers.add(reply.statusCode);
      }
    } while (!isDone);
  })();
  const result = await done;
  await visiting;
  return { result, statuses: [...answers].toSorted() };
}
async function apply() {
  const { email, headers } = unknownGuest();
  const payload = applyBody({ application: { associateId: 'elsewhere' }, applicant: { email } });
  return app.inject({ method: 'POST', url: '/api/appraisal/apply', headers, payload });
}

test('two donors and two organisations of thousands of donations each are merged while others go on', async () => {
  const operator = await signedIn(house)('op', 'operator');
  await signedIn(house)('from');
  await signedIn(house)('into');
  for (const id of ['ao', 'haru', 'elsewhere']) await insertAssociate(db, id, `見本の会 ${id}`);
  await insertBulkDonations(databaseUrl, { associateId: 'ao', count, guests: 1, uid: 'from' });
  await services.topics.refresh();
  const post = (url: string, payload: object) =>
    app.inject({ method: 'POST', url, payload, headers: operator });
  const donors = '/api/office/donors/into/merge';
  const preview = await app.inject({ url: `${donors}?from=from`, headers: operator });
  expect(preview.json().moving).toMatchObject({ applications: count, donations: count });
  const seen = preview.json().moving;
  const merged = await meanwhile(post(donors, { fromId: 'from', seen, reason: 'ご本人の依頼' }));
  expect([merged.result.statusCode, merged.statuses]).toEqual([200, [200, 201]]);
  expect(await db.$count(donations, eq(donations.uid, 'into'))).toBe(count);
  const undo = `/api/office/donor-merges/${merged.result.json().id}/undo`;
  const undone = await meanwhile(post(undo, { reason: '間違えたため' }));
  expect([undone.result.statusCode, undone.statuses]).toEqual([200, [200, 201]]);
  expect(await db.$count(donations, eq(donations.uid, 'from'))).toBe(count);
  const organisation = { into: 'haru', confirmation: '見本の会 ao' };
  const second = await signedIn(house)('second', 'operator');
  const asked = await post('/api/office/associates/ao/merge', organisation);
  const joined = await meanwhile(decideOn({ app }, asked.json().id, second));
  expect([joined.result.statusCode, joined.statuses]).toEqual([200, [200, 201]]);
  expect(await db.$count(applications, eq(applications.associateId, 'haru'))).toBe(count);
  expect(await readSum(db, 'associate-donations', 'haru')).toMatchObject({ count });
  expect(await readSum(db, 'associate-donations', 'ao')).toMatchObject({ count: 0 });
}, 120_000);
