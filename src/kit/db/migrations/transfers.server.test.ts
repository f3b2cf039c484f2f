import { readdirSync, readFileSync } from 'node:fs';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { insertAssociate } from '#test/factories/donating.ts';
import { giveAccountsTo } from '#test/factories/money/bank-accounts.ts';
import { testApp } from '#test/test-app.ts';

const folder = import.meta.dirname;
const file = readdirSync(folder).find((name) => name.endsWith('_transfers.sql')) ?? '';
const statements = readFileSync(`${folder}/${file}`, 'utf8').split('--> statement-breakpoint');

test('transfers that came back before block their accounts, unless one arrived there since', async () => {
  const { db, clock } = await testApp();
  for (const id of ['came-back', 'arrived-since', 'paid']) await insertAssociate(db, id);
  await giveAccountsTo(db, clock.now);
  const transfer = (id: string, state: string, day: string) =>
    db.execute(sql`
      insert into remittances (id, associate_id, amount_yen, period_from, period_to, created_by, created_at, state, account_id,
        returned_on, return_reason, returned_by)
      select ${`${id}-${day}`}, ${id}, 1000, '2026-10-01', '2026-10-31', 'op', ${`${day}T10:00:00Z`}::timestamptz, ${state}, b.id,
        case when ${state} = 'returned' then ${day}::date end, case when ${state} = 'returned' then '口座名義相違' else '' end, 'op'
      from bank_accounts b where b.associate_id = ${id}`);
  await transfer('came-back', 'confirmed', '2026-09-01');
  await transfer('came-back', 'returned', '2026-10-01');
  await transfer('arrived-since', 'returned', '2026-09-01');
  await transfer('arrived-since', 'confirmed', '2026-10-01');
  await transfer('paid', 'confirmed', '2026-10-01');
  await db.execute(sql.raw(statements.at(-1) ?? ''));
  const { rows } = await db.execute(sql`
    select b.associate_id as id, e.kind, e.reason, e.actor_uid as by from bank_account_events e
    join bank_accounts b on b.id = e.account_id`);
  expect(rows).toEqual([{ id: 'came-back', kind: 'blocked', reason: '口座名義相違', by: 'op' }]);
});
