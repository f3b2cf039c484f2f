import { sql } from 'drizzle-orm';
import type { Person } from '#kit/actor.server.ts';
import { audit } from '#kit/audit/audit.server.ts';
import { type Database, withTimeout } from '#kit/db/database.server.ts';
import type { Context } from '#kit/dependencies.server.ts';
import { refuse } from '#kit/errors/refusal.ts';
import { type CsvEncoding, csvPart } from '#kit/http/csv/csv-bytes.server.ts';
import {
  addDays,
  addMonths,
  jstDay,
  startOfJstDay,
  startOfJstMonth,
  toTimestamp,
} from '#kit/values/timestamp.ts';
import { postingLabel } from '#money/books/posting-kind.ts';
import { ledgerAccounts, readAccount } from '#money/ledger/accounts.ts';
import { type ZipEntry, zipStream } from '#people/personal-data/zip-stream.server.ts';
import {
  fileLimits,
  type GiftChoice,
  type Journal,
  journalText,
  mostJournalMonths,
  type Software,
} from './journal.ts';
import { readCodes } from './journal-codes.server.ts';
import { journalLayouts } from './journal-files.ts';
import type { ExportedPosting, ExportTrailer } from './ledger-export.ts';
import {
  type BookedPosting,
  isSummedGift,
  ownerNames,
  readPostings,
} from './read-postings.server.ts';

/** First and last day, YYYY-MM-DD; by default from the beginning and to the end. */
type Days = { from?: string | undefined; to?: string | undefined };

/**
 * Streams all postings as JSON Lines for auditors and their programs, with the trailer last. Audited before the first row
 * is read. Refuses days in the wrong order.
 */
export async function exportLedger(
  { db: ordinary, clock }: Context,
  operator: Person,
  days: Days,
): Promise<AsyncIterable<Buffer>> {
  const db = withTimeout(ordinary);
  const { from, to } = days;
  if (from !== undefined && to !== undefined && from > to) {
    throw refuse('ValidationError', '始まりの日は、終わりの日か、それより前の日にしてください。');
  }
  const at = clock();
  await audit(db, operator, 'ledger-export.export', ['ledger', `${from ?? ''}..${to ?? ''}`], {
    at,
  });
  return linesOf(db, days, at);
}

async function* linesOf(db: Database, { from, to }: Days, at: Date): AsyncGenerator<Buffer> {
  const trailer: ExportTrailer = {
    kind: 'trailer',
    from: from ?? null,
    to: to ?? null,
    writtenAt: toTimestamp(at),
    ...{ postings: 0, lines: 0, debitYen: 0, creditYen: 0 },
  };
  const stretch = {
    from: from === undefined ? undefined : startOfJstDay(from),
    before: to === undefined ? undefined : startOfJstDay(addDays(to, 1)),
  };
  for await (const some of readPostings(db, stretch)) {
    const postings = await toExported(db, some);
    for (const { lines } of postings) {
      trailer.postings += 1;
      trailer.lines += lines.length;
      for (const { debitYen, creditYen } of lines) {
        trailer.debitYen += debitYen;
        trailer.creditYen += creditYen;
      }
    }
    yield Buffer.from(postings.map((posting) => `${JSON.stringify(posting)}\n`).join(''));
  }
  yield Buffer.from(`${JSON.stringify(trailer)}\n`);
}

async function toExported(
  db: Database,
  postings: readonly BookedPosting[],
): Promise<ExportedPosting[]> {
  const names = await ownerNames(
    db,
    postings.flatMap(({ lines }) => lines.map(({ account }) => account)),
  );
  return postings.map(({ postingId, at, lines, note }) => ({
    kind: 'posting',
    postingId,
    at: toTimestamp(at),
    reason: note?.reason ?? null,
    corrects: note?.corrects ?? null,
    actorUid: note?.actorUid ?? null,
    lines: lines.map(({ line, account, amountYen, donationId, remittanceId }) => {
      const { code, owner, id } = readAccount(account);
      return {
        line,
        account,
        accountCode: code,
        accountName: ledgerAccounts[code].name,
        ownerKind: owner === '' ? null : owner,
        ownerId: owner === '' ? null : id,
        ownerName: owner === '' ? null : (names.get(`${owner}:${id}`) ?? null),
        debitYen: Math.max(amountYen, 0),
        creditYen: Math.max(-amountYen, 0),
        donationId,
        remittanceId,
      };
    }),
  }));
}

type Months = { from: string; to: string };

/** Journals of the months (YYYY-MM, both included), the oldest first, in batches. */
async function* readJournals(
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

export type JournalFile = {
  software: Software;
  from: string;
  to: string;
  gifts: GiftChoice;
  encoding: CsvEncoding;
};

/** Audits the export before its first row is read; returns the names of accounts. Refuses more than a year. */
async function auditAndReadCodes(
  { db, clock }: Context,
  operator: Person,
  file: JournalFile,
): Promise<Codes> {
  const { software, from, to, gifts, encoding } = file;
  if (from > to)
    throw refuse('ValidationError', '始まりの月は、終わりの月か、それより前の月にしてください。');
  if (addMonths(from, mostJournalMonths) <= to) {
    throw refuse('ValidationError', `一度に書き出せるのは${mostJournalMonths}か月までです。`);
  }
  const { codes } = await readCodes(db, software);
  await audit(db, operator, 'journals.export', ['journals', `${from}..${to}`], {
    at: clock(),
    kind: software,
    encoding,
    parts: gifts,
  });
  const codeOf = new Map<string, (typeof codes)[number]>(
    codes.map((code) => [code.accountCode, code]),
  );
  return codeOf;
}

/** Journals in a program's layout (docs/decisions/0026): one file of any length, as a stream of parts. */
export async function journalFile(
  ctx: Context,
  operator: Person,
  file: JournalFile,
): Promise<AsyncIterable<Buffer>> {
  const codes = await auditAndReadCodes(ctx, operator, file);
  return partsOf(withTimeout(ctx.db), file, codes);
}

/** An archive of as many files as the program's limit needs. */
export async function journalFiles(
  ctx: Context,
  operator: Person,
  file: JournalFile,
): Promise<AsyncIterable<Uint8Array>> {
  const codes = await auditAndReadCodes(ctx, operator, file);
  const deflate = (piece: Uint8Array) =>
    ctx.threads.run('deflatePiece', piece, {
      limitMs: 10_000,
      handsOver: true,
      isAlwaysQueued: true,
    });
  // The gifts of one busy day can exceed a hundred thousand.
  return zipStream(filesOf(withTimeout(ctx.db), file, codes), ctx.clock(), deflate);
}

type Codes = Parameters<(typeof journalLayouts)['yayoi']['rows']>[1];

/** Rows of each journal, read in batches. */
async function* rowsOf(
  db: Database,
  { software, from, to, gifts }: JournalFile,
  codes: Codes,
): AsyncGenerator<string[][][]> {
  const { rows } = journalLayouts[software];
  let number = 0;
  for await (const some of readJournals(db, { from, to }, gifts)) {
    yield some.map((journal) => {
      number += 1;
      return rows(journal, codes, number);
    });
  }
}

async function* partsOf(db: Database, file: JournalFile, codes: Codes): AsyncGenerator<Buffer> {
  const { software, encoding } = file;
  yield csvPart('programs', headerOf(software), encoding, true);
  for await (const some of rowsOf(db, file, codes)) {
    yield csvPart('programs', some.flat(), encoding, false);
  }
}

/**
 * Splits into files by the program's limit, numbered from 001, each with its header. A journal is never split. At
 * most one file is in memory.
 */
async function* filesOf(db: Database, file: JournalFile, codes: Codes): AsyncGenerator<ZipEntry> {
  const { software, encoding } = file;
  const most = fileLimits[software] ?? { rows: Number.POSITIVE_INFINITY, bytes: mostFileBytes };
  const header = csvPart('programs', headerOf(software), encoding, true);
  let [parts, rows, bytes, number] = [[header], 0, header.length, 0];
  const finishFile = (): ZipEntry => {
    number += 1;
    const entry = { name: `${fileNameOf(file)}-${String(number).padStart(3, '0')}.csv`, parts };
    [parts, rows, bytes] = [[header], 0, header.length];
    return entry;
  };
  for await (const some of rowsOf(db, file, codes)) {
    for (const journal of some) {
      const part = csvPart('programs', journal, encoding, false);
      const isFull = rows + journal.length > most.rows || bytes + part.length > most.bytes;
      if (isFull && rows > 0) yield finishFile();
      parts.push(part);
      rows += journal.length;
      bytes += part.length;
    }
  }
  if (rows > 0 || number === 0) yield finishFile();
}

/** Bytes per file for programs without a limit: what is held in memory at once. */
const mostFileBytes = 20_000_000;

const headerOf = (software: Software) => {
  const { header } = journalLayouts[software];
  return header ? [header] : [];
};

/** Example: journals-freee-2026-04-2026-06. */
export const fileNameOf = ({ software, from, to }: Pick<JournalFile, 'software' | 'from' | 'to'>) =>
  `journals-${software}-${from}-${to}`;
