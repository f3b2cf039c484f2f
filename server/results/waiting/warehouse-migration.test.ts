import { sql } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';
import { deliveredAcceptance } from '#domain/acceptance/acceptance.ts';
import type { AdminApplication } from '#domain/applications/admin-application.ts';
import type { ResultBatch } from '#domain/results/result-import.ts';
import { storedAcceptance } from '#server/acceptance/stored-acceptance.ts';
import { connect, migrate } from '#server/db/database.ts';
import { readSums } from '#server/sums/kept-sums.ts';
import { databaseBefore } from '#test/database-before.ts';
import { numberOf, resultFile, resultLine } from '#test/factories/donating.ts';
import { uploadResults } from '#test/factories/upload-results.ts';
import { signedIn } from '#test/signed-in.ts';
import { testApp } from '#test/test-app.ts';

const moment = '2026-11-01T09:00:00+09:00';
const { promisedDays: _added, ...acceptanceBefore } = deliveredAcceptance;

/** A database of the version before: kits that wait, goods that came, a result whose donor knows of it. */
async function before() {
  const url = await databaseBefore('day_at_the_warehouse');
  const { db, pool } = connect(url, { maxConnections: 2 });
  onTestFinished(() => pool.end());
  await db.execute(sql`insert into associates (id, name, summary, classification)
    values ('ao', 'あおぞらの会', '見本です。', 'approved-npo')`);
  for (const [n, state, boxes] of [
    [1, 'applied', 2],
    [2, 'goods-received', 1],
    [3, 'donated', 1],
  ] as const) {
    await db.execute(sql`
      insert into applications (appraisal_id, kind, associate_id, frequency, products, boxes, need_receipt, last_name,
        first_name, last_name_kana, first_name_kana, email, tel, zipcode, prefecture, line1, state, created_at,
        state_changed_at)
      values (${numberOf(n)}, 'direct', 'ao', 'once', '{clothes}', ${boxes}, true, '髙橋', '花子', 'たかはし',
        'はなこ', 'donor@tasuki.example', '0312345678', '1000001', '東京都', '見本町', ${state}, ${moment}, ${moment})`);
  }
  await db.execute(sql`
    insert into result_batches (id, uploaded_by, file_name, file_hash, encoding, row_count, accepted_count,
      donation_yen, created_at)
    values ('batch', 'op', '査定結果.csv', 'x', 'UTF-8', 1, 1, 500, ${moment})`);
  await db.execute(sql`
    insert into appraisals (id, appraisal_id, batch_id, row_number, row_hash, received_on, appraised_on, item_count,
      priced_count, appraised_yen, bonus_yen, donation_yen, outcome, state_before, created_at)
    values ('row', ${numberOf(3)}, 'batch', 2, 'x', '2026-11-01', '2026-11-01', 1, 1, 500, 0, 500, 'completed',
      'goods-received', ${moment})`);
  await db.execute(sql`insert into appraisal_items (appraisal_row_id, position, name, quantity, amount_yen)
    values ('row', 1, '上着', 1, 500)`);
  await db.execute(sql`
    insert into content_versions (kind, key, number, content, state, created_by, created_at, changed_by, changed_at,
      published_by, published_at)
    values ('acceptance', 'service', 1, ${JSON.stringify({ ...acceptanceBefore, maxBoxes: 3 })}::jsonb, 'published',
      'op', ${moment}, 'op', ${moment}, 'op', ${moment})`);
  return { url, db };
}

test('what the version before left goes on: kits, sums, results that were told, and what is accepted', async () => {
  const { url, db } = await before();
  const kits = await readSums(db, 'kits');
  expect(kits.get('')).toEqual({ count: 1, amount: 2 });
  await migrate(url);

  expect(await readSums(db, 'kits')).toEqual(kits);
  expect(await storedAcceptance(db, '2026-11-20')).toEqual({ ...deliveredAcceptance, maxBoxes: 3 });

  const house = await testApp({ database: { url, drop: async () => undefined } });
  const operator = await signedIn(house)('op', 'operator');
  const read = async (path: string) =>
    (await house.app.inject({ url: `/api/office/${path}`, headers: operator })).json();
  const [batch]: ResultBatch[] = await read('results/batches');
  expect(batch).toMatchObject({ id: 'batch', state: 'released', source: 'csv', flagged: 0 });
  const leaving: AdminApplication[] = await read('applications?due=kit');
  expect(leaving).toMatchObject([{ appraisalId: numberOf(1), boxes: 2 }]);

  // A box of before is appraised as one of now.
  const line = resultLine(2, { receivedOn: '2026/11/08', appraisedOn: '2026/11/10' });
  const { body } = await uploadResults(house, operator, resultFile(line));
  expect(body).toMatchObject({ state: 'released', newDonations: 1 });
  const [moved] = (
    await db.execute(sql`select needs_kit from applications where appraisal_id = ${numberOf(1)}`)
  ).rows;
  expect(moved).toEqual({ needs_kit: true });
  await db.execute(
    sql`update applications set needs_kit = false where appraisal_id = ${numberOf(1)}`,
  );
  expect((await readSums(db, 'kits')).get('')).toBeUndefined();
});
