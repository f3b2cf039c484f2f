import { sql } from 'drizzle-orm';
import type { Database } from '#kit/db/database.server.ts';
import {
  addDays,
  addMonths,
  jstDay,
  startOfJstDay,
  startOfJstMonth,
} from '#kit/values/timestamp.ts';
import { postingLabel } from '#money/books/posting-kind.ts';
import { readAccount } from '#money/ledger/accounts.ts';
import { type GiftChoice, type Journal, journalText } from './journal.ts';
import {
  type BookedPosting,
  isSummedGift,
  ownerNames,
  readPostings,
} from './read-postings.server.ts';

type Months = { from: string; to: string };

/** Journals of the months (YYYY-MM, both included), the oldest first, in batches. */
export async function* readJournals(
  db: Database,
  { from, to }: Months,
  gifts: GiftChoice,
): AsyncGenerator<Journal[]> {
  const end = addMonths(to, 1);
  if (gifts === 'each') {
    const stretch = { from: startOfJstMonth(from), before: startOfJstMonth(end) };
    for await (const postings of readPostings(db, stretch)) yield await toJournals(db, postings);
    return;
  }
  for (let day = `${from}-01`; day < `${end}-01`; day = addDays(day, 1)) {
    const summed = await giftsOf(db, day);
    if (summed.length > 0) yield summed;
    const stretch = { from: startOfJstDay(day), before: startOfJstDay(addDays(day, 1)) };
    for await (const postings of readPostings(db, { ...stretch, withoutGifts: true })) {
      yield await toJournals(db, postings);
    }
  }
}

async function toJournals(db: Database, postings: readonly BookedPosting[]): Promise<Journal[]> {
  const names = await ownerNames(
    db,
    postings.flatMap(({ lines }) => lines.map(({ account }) => account)),
  );
  return postings.map(({ postingId, at, lines, note }) => {
    const named = lines.map(({ account, amountYen }) => lineOf(account, amountYen, names));
    const text = journalText(postingLabel(postingId), named, note?.reason);
    return { day: jstDay(at), id: postingId, text, lines: named };
  });
}

function lineOf(account: string, amountYen: number, names: ReadonlyMap<string, string>) {
  const { code, owner, id } = readAccount(account);
  return { code, owner: owner === '' ? '' : (names.get(`${owner}:${id}`) ?? id), amountYen };
}

/** Gifts of a day, as one journal per organisation and fund. Each balances, since each gift does. */
async function giftsOf(db: Database, day: string): Promise<Journal[]> {
  const { rows } = await db.execute<{
    target: string;
    account: string;
    yen: number;
    count: number;
  }>(sql`
    select coalesce('associate:' || d.associate_id, 'fund:' || d.social_challenge_id, '') as target, ledger_lines.account,
      sum(ledger_lines.amount_yen)::float8 as yen, count(distinct posting_id)::int as count
    from ledger_lines left join donations d on d.id = ledger_lines.donation_id
    where ledger_lines.at >= ${startOfJstDay(day).toISOString()}::timestamptz
      and ledger_lines.at < ${startOfJstDay(addDays(day, 1)).toISOString()}::timestamptz
      and ${isSummedGift}
    group by 1, 2 having sum(ledger_lines.amount_yen) <> 0 order by 1, 3 desc, 2`);
  const names = await ownerNames(
    db,
    rows.map(({ account }) => account),
  );
  return [...Map.groupBy(rows, ({ target }) => target)].map(([target, own]) => {
    const lines = own.map(({ account, yen }) => lineOf(account, yen, names));
    const count = Math.max(...own.map((row) => row.count));
    return {
      day,
      id: `gifts:${day}:${target}`,
      text: journalText(`${postingLabel('donation:')} ${count}件`, lines),
      lines,
    };
  });
}
