import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { applicationStates } from '#giving/applications/application-state.ts';
import { applications } from '#giving/applications/application-tables.server.ts';
import { recordDonations, reverseDonations } from '#giving/donations/record-donations.server.ts';
import { pledges } from '#giving/pledges/pledge-tables.server.ts';
import { outboxMails } from '#people/mail/mail-tables.server.ts';
import { contactMessages } from '#people/messages/message-tables.server.ts';
import { application, insertAssociate, numberOf } from '#test/factories/donating.ts';
import { signedIn } from '#test/signed-in.ts';
import { testApp } from '#test/test-app.ts';
import { differences, repairSums } from './check-sums.server.ts';
import { compactSums, readSum, readSums } from './kept-sums.server.ts';

const house = await testApp();
const { db } = house;

beforeAll(async () => {
  await signedIn(house)('donor');
  await insertAssociate(db, 'ao');
  await insertAssociate(db, 'umi');
});
beforeEach(async () => {
  await db.execute(sql`alter table ledger_lines disable trigger user`);
  await db.execute(sql`delete from ledger_lines`);
  await db.execute(sql`alter table ledger_lines enable trigger user`);
  await db.execute(sql`delete from owed_items`);
  await db.execute(sql`delete from kept_sums where name like 'ledger-%'`);
  for (const table of ['pledges', 'donations', 'appraisals', 'result_batches', 'applications']) {
    await db.execute(sql`delete from ${sql.identifier(table)}`);
  }
  for (const table of [
    'outbox_mails',
    'contact_messages',
    'associate_months',
    'challenge_months',
  ]) {
    await db.execute(sql`delete from ${sql.identifier(table)}`);
  }
});

const at = new Date('2026-11-20T10:00:00+09:00');
const everyN = [1, 2, 3, 4, 5, 6];
const n = fc.constantFrom(...everyN);

/** A write by the product's functions, or a plain one as a command might make. */
type Write = { what: string; n: number; state: string; day: string | null; hours: number };
const write: fc.Arbitrary<Write> = fc.record({
  what: fc.constantFrom(
    'apply',
    'apply all',
    'move',
    'move all',
    'wish',
    'donate',
    'reverse',
    'pledge',
    'hide',
    'forget',
    'remove',
    'mail',
    'send',
    'ask',
    'answer',
    'compact',
  ),
  n,
  state: fc.constantFrom(...applicationStates),
  day: fc.constantFrom(null, '2026-11-20', '2026-11-24'),
  hours: fc.integer({ min: 0, max: 24 * 400 }),
});

const rowOf = (one: number) =>
  application(one, {
    uid: 'donor',
    associateId: one % 2 ? 'ao' : 'umi',
    needReceipt: one % 3 === 0,
    products: one % 2 ? ['clothes', 'bags'] : ['shoes'],
    ...(one === 6 && {
      kind: 'fund' as const,
      associateId: null,
      socialChallengeId: 'child',
      birth: '1980-01-01',
    }),
  });

async function run({ what, n: one, state, day, hours }: Write): Promise<void> {
  const appraisalId = numberOf(one);
  const ofOne = sql`appraisal_id = ${appraisalId}`;
  const donatedAt = new Date(at.getTime() - hours * 3_600_000);
  switch (what) {
    case 'apply':
      return void (await db.insert(applications).values(rowOf(one)).onConflictDoNothing());
    case 'apply all':
      return void (await db.insert(applications).values(everyN.map(rowOf)).onConflictDoNothing());
    case 'move':
      return void (await db.execute(sql`
        update applications set state = ${state}, identity = 'due' where ${ofOne}`));
    case 'move all':
      return void (await db.execute(sql`update applications set state = ${state}`));
    case 'wish':
      return void (await db.execute(sql`
        update applications set delivery_date = ${day}::date, boxes = boxes % 5 + 1 where ${ofOne}`));
    case 'donate':
      return donate(one, donatedAt);
    case 'reverse':
      return reverse(one);
    case 'pledge':
      return void (await db.execute(sql`
        insert into pledges (id, appraisal_id, uid, state, text, pledged_at, updated_at)
        select 'p' || appraisal_id, appraisal_id, 'donor', 'published', '', now(), now()
        from applications where ${ofOne} on conflict do nothing`));
    case 'hide':
      return void (await db.execute(sql`
        update pledges set state = case state when 'hidden' then 'published' else 'hidden' end where ${ofOne}`));
    case 'forget':
      return void (await db.delete(pledges).where(ofOne));
    case 'remove':
      return void (await db.execute(sql`
        delete from applications a where ${ofOne}
          and not exists (select from donations d where d.appraisal_id = a.appraisal_id)
          and not exists (select from pledges p where p.appraisal_id = a.appraisal_id)`));
    case 'mail':
      return void (await db.execute(sql`
        insert into outbox_mails (dedupe_key, message_id, kind, recipient, subject, text_body, created_at)
        values (${`k${one}`}, ${`m${one}`}, 'kit-sent', 'a', 'b', 'c', now()) on conflict do nothing`));
    case 'send':
      return void (await db.update(outboxMails).set({ state: one % 2 ? 'sent' : 'dead' }));
    case 'ask':
      return void (await db.execute(sql`
        insert into contact_messages (id, kind, name, email, message, created_at)
        values (${`TC-${one}`}, 'other', 'a', 'b', 'c', now()) on conflict do nothing`));
    case 'answer':
      return void (await db.update(contactMessages).set({ answeredAt: one % 2 ? at : null }));
    default:
      return compactSums(db);
  }
}

async function donate(one: number, donatedAt: Date): Promise<void> {
  const row = rowOf(one);
  const appraisalId = numberOf(one);
  await db.transaction(async (tx) => {
    const { rows } = await tx.execute(sql`
      select from applications a where appraisal_id = ${appraisalId}
        and not exists (select from donations d where d.appraisal_id = a.appraisal_id)`);
    if (rows.length === 0) return;
    await tx.execute(sql`
      insert into result_batches (id, uploaded_by, file_name, file_hash, encoding, row_count, accepted_count,
        donation_yen, created_at)
      values ('b', 'op', 'f', 'h', 'UTF-8', 1, 1, 0, now()) on conflict do nothing`);
    await tx.execute(sql`
      insert into appraisals (id, appraisal_id, batch_id, row_number, row_hash, received_on, appraised_on, item_count,
        priced_count, appraised_yen, bonus_yen, donation_yen, outcome, state_before, created_at)
      values (${`r${one}`}, ${appraisalId}, 'b', ${one}, 'x', now(), now(), 1, 1, ${one * 100}, 0, ${one * 100},
        'completed', 'goods-received', now())`);
    const donation = {
      appraisalId,
      appraisalRowId: `r${one}`,
      uid: 'donor',
      associateId: row.associateId ?? null,
      socialChallengeId: row.socialChallengeId ?? null,
      appraisedYen: one * 100,
      bonusYen: 0,
      needReceipt: row.needReceipt,
      boxes: 1,
    };
    await recordDonations(tx, [donation], donatedAt);
  });
}

async function reverse(one: number): Promise<void> {
  await db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ id: string; donatedAt: string }>(sql`
      select id, donated_at as "donatedAt" from donations
      where appraisal_id = ${numberOf(one)} and reversed_at is null`);
    const [row] = rows;
    if (!row) return;
    const { associateId = null, socialChallengeId = null } = rowOf(one);
    const taken = {
      id: row.id,
      appraisalId: numberOf(one),
      associateId,
      socialChallengeId,
      amountYen: one * 100,
      donatedAt: new Date(row.donatedAt),
    };
    await reverseDonations(tx, [taken], { reason: '誤り', actorUid: 'op', at });
  });
}

/** The same figures counted directly from the rows, without triggers. */
const countedByHand = {
  applications: sql`select state as key, count(*) as count, 0 as amount from applications group by 1`,
  kits: sql`select coalesce(delivery_date::text, '') as key, count(*) as count, sum(boxes) as amount
    from applications where state = 'applied' and needs_kit group by 1`,
  'identity-checks': sql`select identity as key, count(*) as count, 0 as amount
    from applications where state = 'appraised' group by 1`,
  'public-pledges': sql`select coalesce(a.associate_id, '') as key, count(*) as count, 0 as amount
    from pledges join applications a using (appraisal_id) where pledges.state = 'published' group by 1`,
  'donation-months': sql`select to_char(donated_at + interval '9 hours', 'YYYY-MM') as key, count(*) as count,
    sum(amount_yen) as amount from donations where reversed_at is null group by 1`,
  'associate-donations': sql`select associate_id as key, count(*) as count, sum(amount_yen) as amount
    from donations where reversed_at is null and associate_id is not null group by 1`,
  'fund-donations': sql`select social_challenge_id as key, count(*) as count, sum(amount_yen) as amount
    from donations where reversed_at is null and social_challenge_id is not null group by 1`,
  'receipt-wishes': sql`select associate_id as key, count(*) as count, 0 as amount
    from donations where reversed_at is null and need_receipt and associate_id is not null group by 1`,
  owed: sql`select d.associate_id as key, count(*) as count, sum(amount_yen) as amount
    from donations d join applications a using (appraisal_id)
    where reversed_at is null and a.state = 'donated' and d.associate_id is not null group by 1`,
  goods: sql`select to_char(donated_at + interval '9 hours', 'YYYY-MM-DD') || ' ' || p as key, count(*) as count,
    0 as amount from donations join applications using (appraisal_id), unnest(products) as p
    where reversed_at is null group by 1`,
  mails: sql`select state as key, count(*) as count, 0 as amount from outbox_mails group by 1`,
  messages: sql`select case when answered_at is null then 'open' else 'answered' end as key, count(*) as count,
    0 as amount from contact_messages group by 1`,
} as const;

async function expectSums() {
  await db.execute(sql`set timezone = 'UTC'`);
  for (const [name, query] of Object.entries(countedByHand)) {
    const { rows } = await db.execute<{ key: string; count: string; amount: string }>(query);
    const counted = new Map(
      rows.map(({ key, count, amount }) => [key, { count: Number(count), amount: Number(amount) }]),
    );
    expect(await readSums(db, name as keyof typeof countedByHand), name).toEqual(counted);
  }
  expect(await differences(db)).toEqual([]);
}

test('after any writes every sum is what its rows come to', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(write, { minLength: 10, maxLength: 40 }), async (writes) => {
      for (const one of writes) await run(one);
      await expectSums();
    }),
    { numRuns: 25 },
  );
}, 240_000);

const apply = (one: number) => db.insert(applications).values(rowOf(one));

test('writes and compactions at once lose nothing', async () => {
  await Promise.all([
    ...everyN.map(apply),
    ...Array.from({ length: 5 }, () => compactSums(db)),
    db.insert(contactMessages).values({
      id: 'TC-x',
      kind: 'other',
      name: 'a',
      email: 'b',
      message: 'c',
      createdAt: at,
    }),
  ]);
  await compactSums(db);
  expect((await readSum(db, 'applications')).count).toBe(6);
  await expectSums();
});

test('what is rolled back counts for nothing', async () => {
  const breaking = db.transaction(async (tx) => {
    await tx.insert(applications).values(rowOf(1));
    throw new Error('broken off');
  });
  await expect(breaking).rejects.toThrow('broken off');
  expect((await readSum(db, 'applications')).count).toBe(0);
});

const version = async () => {
  const { rows } = await db.execute<{ version: string }>(sql`
    select version from topic_versions where topic = 'sums'`);
  return Number(rows[0]?.version);
};

test('a repair tells what was wrong and puts it right', async () => {
  await apply(1);
  await donate(1, at);
  await db.execute(sql`
    insert into kept_sums (name, key, count, amount) values ('applications', 'goods-received', 4, 0)`);
  await db.execute(sql`update associate_months set donation_count = 9, amount_yen = 9`);
  const wrong = [
    { name: 'applications', key: 'goods-received', kept: '5 / 0', counted: '1 / 0' },
    { name: 'associate_months', key: 'ao 2026-11', kept: '9 / 9', counted: '1 / 100' },
  ];
  expect(await differences(db)).toEqual(wrong);
  const pagesBefore = await version();
  expect(await repairSums(db)).toEqual(wrong);
  expect(await version()).toBeGreaterThan(pagesBefore);
  await expectSums();
});
