import { and, asc, desc, eq, gt, gte, lt, not, type SQL, sql } from 'drizzle-orm';
import type { Database } from '#kit/db/database.server.ts';
import { oneOf } from '#kit/db/one-of.server.ts';
import { readAccount } from '#money/ledger/accounts.ts';
import { ledgerLines, postingNotes } from '#money/ledger/ledger-tables.server.ts';

export type BookedLine = typeof ledgerLines.$inferSelect;
export type BookedPosting = {
  postingId: string;
  at: Date;
  lines: BookedLine[];
  note: { reason: string; corrects: string | null; actorUid: string } | undefined;
};
export type Stretch = {
  from: Date | undefined;
  before: Date | undefined;
  /** Leaves out the postings of gifts. */
  withoutGifts?: boolean;
};

/** A gift without a reason. A replacement gift has one and is its own journal. */
export const isSummedGift = sql`(ledger_lines.posting_id like 'donation:%'
  and not exists (select from posting_notes n where n.posting_id = ledger_lines.posting_id))`;

/** Lines per batch, so that serialising never blocks the event loop. */
const linesAtOnce = 2_000;

/**
 * Postings of a period, the oldest first, each whole, in batches. Pages by key without a transaction, so that a slow
 * download holds no connection.
 */
export async function* readPostings(
  db: Database,
  stretch: Stretch,
): AsyncGenerator<BookedPosting[]> {
  let last: BookedLine | undefined;
  let rest: BookedLine[] = [];
  for (;;) {
    const lines = await readPart(db, stretch, last);
    last = lines.at(-1) ?? last;
    const isEnd = lines.length < linesAtOnce;
    const all = [...rest, ...lines];
    // The last posting may continue in the next batch.
    const ends = isEnd ? all.length : all.findIndex((one) => one.postingId === last?.postingId);
    rest = all.slice(ends);
    const complete = all.slice(0, ends);
    if (complete.length > 0) yield await toPostings(db, complete);
    if (isEnd) return;
  }
}

/** Uses the index ledger_lines_at backwards; reads rows of the same time first, since there may be many. */
async function readPart(
  db: Database,
  { from, before, withoutGifts }: Stretch,
  last: BookedLine | undefined,
): Promise<BookedLine[]> {
  const select = (where: SQL | undefined, limit: number) =>
    db
      .select()
      .from(ledgerLines)
      .where(and(where, withoutGifts ? not(isSummedGift) : undefined))
      .orderBy(asc(ledgerLines.at), desc(ledgerLines.postingId), desc(ledgerLines.line))
      .limit(limit);
  const isBefore = before && lt(ledgerLines.at, before);
  if (!last) return select(and(from && gte(ledgerLines.at, from), isBefore), linesAtOnce);
  const sameMoment = await select(
    and(
      eq(ledgerLines.at, last.at),
      sql`(${ledgerLines.postingId}, ${ledgerLines.line}) < (${last.postingId}, ${last.line})`,
    ),
    linesAtOnce,
  );
  const missing = linesAtOnce - sameMoment.length;
  if (missing === 0) return sameMoment;
  return [...sameMoment, ...(await select(and(gt(ledgerLines.at, last.at), isBefore), missing))];
}

async function toPostings(db: Database, lines: readonly BookedLine[]): Promise<BookedPosting[]> {
  const byId = Map.groupBy(lines, ({ postingId }) => postingId);
  const notes = await db
    .select()
    .from(postingNotes)
    .where(eq(postingNotes.postingId, oneOf([...byId.keys()])));
  const noteOf = new Map(notes.map((note) => [note.postingId, note]));
  return [...byId].map(([postingId, own]) => ({
    postingId,
    at: own[0]?.at ?? new Date(0),
    lines: own.toSorted((a, b) => a.line - b.line),
    note: noteOf.get(postingId),
  }));
}

/**
 * Names of account owners, by `associate:<id>` and `fund:<id>`. Of several with the same name, the first gets the
 * plain name and later ones their id after it, since programs identify accounts by name.
 */
export async function ownerNames(
  db: Database,
  accounts: readonly string[],
): Promise<Map<string, string>> {
  const read = accounts.map(readAccount);
  const idsOf = (owner: 'associate' | 'fund') =>
    JSON.stringify([...new Set(read.filter((one) => one.owner === owner).map(({ id }) => id))]);
  const { rows } = await db.execute<{ key: string; name: string }>(sql`
    select 'associate:' || a.id as key, a.name || case when exists (
      select from associates o where o.name = a.name and (o.created_at, o.id) < (a.created_at, a.id)
    ) then '（' || a.id || '）' else '' end as name
    from associates a where a.id in (select json_array_elements_text(${idsOf('associate')}::json))
    union all
    select 'fund:' || f.id, f.fund_name || case when exists (select from associates o where o.name = f.fund_name)
      or exists (select from social_challenges o where o.fund_name = f.fund_name and o.id < f.id)
    then '（' || f.id || '）' else '' end
    from social_challenges f where f.id in (select json_array_elements_text(${idsOf('fund')}::json))`);
  return new Map(rows.map(({ key, name }) => [key, name]));
}
