import { eq, sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { owedItems } from '#money/ledger/owed-tables.server.ts';
import type { NextRun } from '#money/remittances/run.ts';
import { associateThanks } from '#organisations/associates/associate-tables.server.ts';
import { authUsers } from '#people/sign-in/sign-in-tables.server.ts';
import {
  application,
  insertApplications,
  insertAssociate,
  numberOf,
  resultFile,
  resultLine,
} from '#test/factories/donating.ts';
import { emptyTables } from '#test/factories/money/empty-tables.ts';
import { callerFor } from '#test/factories/remit.ts';
import { uploadResults } from '#test/factories/upload-results.ts';
import { headersOfSession, signedIn } from '#test/signed-in.ts';
import { testApp } from '#test/test-app.ts';

// Gifts consumed by costs: handling of 100 yen per box with 100 yen.

const house = await testApp();
const { app, db } = house;
const calls = callerFor(house, 'op');
await insertAssociate(db, 'ao');

beforeEach(async () => {
  await db.delete(authUsers);
  await emptyTables(
    house.db,
    'applications',
    'result_batches',
    'owed_items',
    'ledger_lines',
    'associate_agreements',
    'associate_thanks',
  );
  await db.execute(sql`
    insert into associate_agreements (id, associate_id, starts_on, ends_on, fee_basis_points, handling_yen, minimum_yen, created_by, created_at)
    values ('one', 'ao', '2020-01-01', null, 0, 100, 0, 'op', '2020-01-01')`);
  await signedIn(house)('op', 'operator');
  await signedIn(house)('hanako');
});

async function give(appraised: number) {
  await insertApplications(db, [application(1, { uid: 'hanako' })]);
  const headers = await headersOfSession(house, 'op', true);
  const { status, body } = await uploadResults(
    house,
    headers,
    resultFile(resultLine(1, { appraised })),
  );
  expect(status).toBe(200);
  return body.batchId as string;
}
const mine = async () => {
  const reply = await app.inject({
    url: `/api/users/applications/${numberOf(1)}`,
    headers: await headersOfSession(house, 'hanako'),
  });
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json();
};

test('such a gift is settled when it is decided: nothing is owed, and the donor reads why', async () => {
  await give(100);
  expect(await db.$count(owedItems)).toBe(0);
  const { state, events } = await mine();
  expect(state).toBe('remitted');
  expect(events.at(-1)).toMatchObject({
    label: 'お手続きの完了',
    message: expect.stringContaining('お届けする金額がなくなりました'),
  });
  const next = (await calls('remittance-runs/next')).json<NextRun>();
  expect([next.payable.count, next.carried.count]).toEqual([0, 0]);
});

test('with standing thanks it goes on to the thanks', async () => {
  await db.insert(associateThanks).values({
    id: 'thanks',
    associateId: 'ao',
    isStanding: true,
    title: 'お礼',
    body: 'ありがとうございます。',
    publishedAt: house.clock.now,
  });
  await give(100);
  expect((await mine()).state).toBe('thanked');
});

test('one that a correction gives a yen to is to be sent, and back', async () => {
  await give(100);
  const correct = async (appraisedYen: number) => {
    const { version } = (await calls(`results/${numberOf(1)}`)).json();
    const reply = await calls(`results/${numberOf(1)}/correct`, {
      ...{ outcome: 'completed', itemCount: 3, pricedCount: 2, appraisedYen, bonusYen: 0 },
      ...{ note: '', reason: '誤り', version },
    });
    expect(reply.statusCode, reply.body).toBe(200);
    const open = await db.select().from(owedItems).where(sql`cancelled_at is null`);
    return [(await mine()).state, ...open.map(({ amountYen }) => amountYen)];
  };
  expect(await correct(101)).toEqual(['donated', 1]);
  expect(await correct(100)).toEqual(['remitted']);
});

test('its batch is taken back as any other of which no money was sent', async () => {
  const batchId = await give(100);
  const reversed = await calls(`results/batches/${batchId}/reverse`, {
    reason: '誤り',
    version: 1,
  });
  expect(reversed.statusCode, reversed.body).toBe(200);
  expect((await mine()).state).toBe('goods-received');
  expect(await db.$count(owedItems, eq(owedItems.appraisalId, numberOf(1)))).toBe(0);
});
