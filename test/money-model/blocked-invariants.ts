import { sql } from 'drizzle-orm';
import { refusalOf } from '#kit/errors/refusal.ts';
import { countBlocked } from '#money/bank-accounts/blocked-accounts.server.ts';
import { readFile } from '#money/remittances/transfer-files.server.ts';
import type { Day, Fault } from './day.ts';
import { operator } from './people.ts';

/** Blocks of accounts, from the transfer that came back to the word that the account is right. */
const blocks = sql`
  select e.account_id, e.at as since, (
    select min(n.at) from bank_account_events n where n.account_id = e.account_id and n.id > e.id and n.kind = 'confirmed') as until
  from bank_account_events e where e.kind = 'blocked'`;

const ofBlocks = sql`
  with block as (${blocks})
  select 'a run took a blocked account' as what, r.id as about, 1 as is, 0 as should
  from remittances r join remittance_runs run on run.id = r.run_id join block b on b.account_id = r.account_id
  where b.since <= run.created_at and (b.until is null or b.until > run.created_at)
  union all
  select 'a file pays to a blocked account', r.id, 1, 0
  from transfer_files f join remittances r on r.run_id = f.run_id and r.state <> 'taken-out' join block b on b.account_id = r.account_id
  where b.since <= f.made_at and (b.until is null or b.until > f.made_at)
  union all
  select 'a transfer came back and blocked nothing', r.id, 0, 1 from remittances r
  where r.state = 'returned' and not exists (
    select from bank_account_events e where e.remittance_id = r.id and e.account_id = r.account_id and e.kind = 'blocked')
  union all
  select 'an account is confirmed without a reason', account_id, 0, 1 from bank_account_events
  where kind = 'confirmed' and reason = ''`;

const blockedOrganisations = sql`
  select account.associate_id as id from (${blocks}) b join bank_accounts account on account.id = b.account_id
  join associates a on a.id = account.associate_id and a.merged_into is null
  where b.until is null group by 1`;

type Filed = { runId: string; fileId: string };
/** Files that a blocked account keeps from the bank. */
const heldFiles = sql`
  select distinct run.id as "runId", f.id as "fileId" from remittance_runs run join transfer_files f on f.run_id = run.id
  join remittances r on r.run_id = run.id and r.state <> 'taken-out' join (${blocks}) b on b.account_id = r.account_id
  where run.state = 'filed' and b.until is null and not exists (select from transfer_files n where n.replaces = f.id)`;

/** Faults of accounts to which a transfer came back: nothing goes there until they are confirmed, and all of them are counted. */
export async function blockedFaults({ house: { db, services } }: Day): Promise<Fault[]> {
  const faults = (await db.execute<Fault>(ofBlocks)).rows;
  const { rows: blocked } = await db.execute(blockedOrganisations);
  const blockedAccounts = await countBlocked(db);
  if (blockedAccounts !== blocked.length) {
    faults.push({
      ...{ what: 'blocked accounts that are counted', about: '' },
      ...{ is: blockedAccounts, should: blocked.length },
    });
  }
  const { rows: held } = blocked.length > 0 ? await db.execute<Filed>(heldFiles) : { rows: [] };
  for (const { runId, fileId } of held) {
    const isRefused = await readFile(services.ctx, operator, runId, fileId).then(
      () => false,
      (error: unknown) => refusalOf(error) !== undefined,
    );
    if (!isRefused) {
      faults.push({
        what: 'a file to a blocked account goes out',
        about: fileId,
        is: 1,
        should: 0,
      });
    }
  }
  return faults;
}
