import { type SQL, sql } from 'drizzle-orm';
import type { Person } from '#kit/actor.server.ts';
import type { Transaction } from '#kit/db/database.server.ts';
import { jstDay } from '#kit/values/timestamp.ts';
import { notConfirmedMethod, usualMethod } from '#warehouse/identity-checks/methods.ts';
import { keptLonger, ledgerYears, taxNote } from './duty.ts';
import { readLedgerSettings } from './ledger-settings.server.ts';
import { foldedLine, withNextNumbers } from './number-entries.server.ts';

/** Retention of a line in years, by the rules of src/warehouse/dealer-ledger. */
const keptYears = (category: SQL, priceYen: SQL): SQL => sql`
  case when ${category} = any(${sql.param(keptLonger.categories)}::text[]) and ${priceYen} > ${keptLonger.aboveYen}
    then ${keptLonger.years}::int else ${ledgerYears}::int end`;

/** Results with purchased or returned goods: of a batch, or by the ids of their rows. */
export type Purchases = { batchId: string } | { appraisalRowIds: readonly string[] };
/** Author and time of lines. */
export type EntryAuthor = { operator: Pick<Person, 'uid'>; at: Date };

/** Whether a row of appraisals, with alias `a`, is among them. */
export const isAmong = (which: Purchases): SQL =>
  'batchId' in which
    ? sql`a.batch_id = ${which.batchId}`
    : sql`a.id = any(${sql.param(which.appraisalRowIds)}::text[])`;

/**
 * Writes the lines of goods that became a donation, one per item with complete facts; facts required by law were
 * demanded before (docs/decisions/0022). Call in the donation's transaction, after all other locks. Skips existing
 * lines.
 */
export async function enterPurchases(
  tx: Transaction,
  which: Purchases,
  { operator, at }: EntryAuthor,
): Promise<void> {
  const settings = await readLedgerSettings(tx);
  const kinds = (['fund', 'direct'] as const).filter((kind) => settings[kind] !== 'off');
  const lines = boughtLines(which, kinds);
  // Most batches have none: then the lock on numbers is not taken.
  const { rows } = await tx.execute(sql`select 1 from (${lines}) as lines limit 1`);
  if (rows.length === 0) return;
  const day = jstDay(at);
  await withNextNumbers(tx, at, (number) => {
    const order = sql`lines.row_number, lines.appraisal_id, lines.position`;
    return sql`
      insert into dealer_entries (number, appraisal_id, appraisal_row_id, item_position, traded_on, way, kind, quantity,
        feature, price_yen, party_name, party_address, party_occupation, party_age, identity_method, letter_number,
        letter_sent_on, letter_delivered_on, tax_note, entered_by, entered_at, kept_until, folded)
      select l.number, l.appraisal_id, l.row_id, l.position, l.traded_on, 'purchase', l.kind, l.quantity, l.feature,
        l.price_yen, l.party_name, l.party_address, l.occupation, extract(year from age(l.traded_on, l.birth))::int,
        l.method, l.letter_number, l.sent_on, l.delivered_on, ${taxNote}, ${operator.uid},
        ${at.toISOString()}::timestamptz,
        (${day}::date + make_interval(years => ${keptYears(sql`l.category`, sql`l.price_yen`)}))::date,
        ${foldedLine({ number: sql`l.number`, appraisalId: sql`l.appraisal_id`, letterNumber: sql`l.letter_number`, partyName: sql`l.party_name`, partyAddress: sql`l.party_address`, kind: sql`l.kind`, feature: sql`l.feature` })}
      from (select lines.*, ${number(sql`row_number() over (order by ${order})`)} as number from (${lines}) as lines
        order by ${order}) as l
      order by l.number`;
  });
}

const wholeName = sql`btrim(p.last_name || ' ' || p.first_name)`;
const wholeAddress = sql`btrim(p.prefecture || p.line1 ||
  case when p.line1 ~ '[0-9０-９A-Za-z-]$' and p.line2 ~ '^[0-9０-９A-Za-z-]' then ' ' else '' end || p.line2 || ' ' || p.building)`;

function boughtLines(which: Purchases, kinds: readonly string[]): SQL {
  return sql`
    select a.id as row_id, a.appraisal_id, a.row_number, i.position, btrim(i.name) as kind, i.quantity,
      btrim(i.feature) as feature, i.amount_yen as price_yen, i.category, ${wholeName} as party_name,
      ${wholeAddress} as party_address, btrim(p.occupation) as occupation, p.birth,
      case when p.identity = 'approved' then coalesce(l.method, ${usualMethod}) else ${notConfirmedMethod} end as method,
      coalesce(l.letter_number, '') as letter_number, l.sent_on, l.delivered_on,
      -- A result that was corrected later was dealt on the same day.
      (d.donated_at at time zone 'Asia/Tokyo')::date as traded_on
    from appraisals a
    join donations d on d.appraisal_id = a.appraisal_id and d.appraisal_row_id = a.id and d.reversed_at is null
    join applications p on p.appraisal_id = a.appraisal_id
    join appraisal_items i on i.appraisal_row_id = a.id
    left join identity_letters l on l.appraisal_id = a.appraisal_id
    where ${isAmong(which)} and a.reversed_at is null and p.kind = any(${sql.param(kinds)}::text[])
      and i.amount_yen > 0 and btrim(i.feature) <> '' and btrim(i.name) <> '' and p.birth is not null
      and btrim(p.occupation) <> '' and ${wholeName} <> '' and ${wholeAddress} <> ''
      and not exists (select 1 from dealer_entries e
        where e.appraisal_id = a.appraisal_id and e.appraisal_row_id = a.id)`;
}
