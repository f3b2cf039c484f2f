import type { Person } from '#kit/actor.server.ts';
import { audit } from '#kit/audit/audit.server.ts';
import { type Database, withTimeout } from '#kit/db/database.server.ts';
import type { Dependencies } from '#kit/dependencies.server.ts';
import { refuse } from '#kit/errors/refusal.ts';
import { type CsvEncoding, csvPart } from '#kit/http/csv/csv-bytes.server.ts';
import { addMonths } from '#kit/values/timestamp.ts';
import { type ZipEntry, zipStream } from '#people/personal-data/zip-stream.server.ts';
import { fileLimits, type GiftChoice, mostJournalMonths, type Software } from './journal.ts';
import { journalCodes, readCodes } from './journal-codes.server.ts';
import { journalLayouts } from './journal-files.ts';
import { ledgerExport } from './ledger-export.server.ts';
import { readJournals } from './read-journals.server.ts';

export type JournalFile = {
  software: Software;
  from: string;
  to: string;
  gifts: GiftChoice;
  encoding: CsvEncoding;
};

/** Books for accountants and auditors: journals in programs' layouts, and all postings (docs/decisions/0026). */
export const journals = (dependencies: Pick<Dependencies, 'db' | 'clock' | 'threads'>) => {
  const { db: ordinary, clock, threads } = dependencies;
  // The gifts of one busy day can exceed a hundred thousand.
  const db = withTimeout(ordinary);
  /** Audits the export before its first row is read; returns the names of accounts. Refuses more than a year. */
  async function auditAndReadCodes(operator: Person, file: JournalFile): Promise<Codes> {
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
  const deflate = (piece: Uint8Array) =>
    threads.run('deflatePiece', piece, { limitMs: 10_000, handsOver: true, isAlwaysQueued: true });
  return {
    ...journalCodes(dependencies),
    ...ledgerExport({ db, clock }),

    /** One file of any length, as a stream of parts. */
    journalFile: async (operator: Person, file: JournalFile): Promise<AsyncIterable<Buffer>> =>
      partsOf(db, file, await auditAndReadCodes(operator, file)),

    /** An archive of as many files as the program's limit needs. */
    journalFiles: async (operator: Person, file: JournalFile): Promise<AsyncIterable<Uint8Array>> =>
      zipStream(filesOf(db, file, await auditAndReadCodes(operator, file)), clock(), deflate),
  };
};

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
