import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '#kit/db/database.server.ts';

const bank = { bankCode: '0001', branchCode: '001', kind: 'ordinary' };

/**
 * Inserts an account, valid since the day before, for every organisation or those of a condition, a
 * paying account, and the bank's code for the service.
 */
export async function giveAccountsTo(
  db: Database,
  at: Date,
  whose: SQL = sql`true`,
): Promise<void> {
  await db.execute(sql`
    insert into bank_accounts (id, associate_id, bank_code, bank_name, branch_code, branch_name, kind, number, holder, approval_id, created_at)
    select gen_random_uuid()::text, id, ${bank.bankCode}, 'みずほ銀行', ${bank.branchCode}, '東京営業部', ${bank.kind},
      lpad((row_number() over (order by id))::text, 7, '1'), 'ﾐﾎﾝﾉｶｲ', 'none', ${at.toISOString()}::timestamptz - interval '1 day'
    from (select id from associates where ${whose}
      union all select null where not exists (select from bank_accounts where associate_id is null)) a
    where not exists (select from bank_accounts b where b.associate_id = a.id)`);
  await db.execute(sql`
    update money_settings set consignor_code = '1234567890', consignor_name = 'ﾀｽｷ' where consignor_code = ''`);
}
