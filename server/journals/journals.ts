import { refuse } from '#domain/errors/refusal.ts';
import { type GiftChoice, mostJournalMonths, type Software } from '#domain/journals/journal.ts';
import { journalLayouts } from '#domain/journals/journal-files.ts';
import { addMonths } from '#domain/values/timestamp.ts';
import type { Person } from '#server/actor.ts';
import { writeAudit } from '#server/audit/audit.ts';
import { type Database, withTimeout } from '#server/db/database.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { type CsvEncoding, csvPart } from '#server/http/csv/csv-bytes.ts';
import { journalCodes, readCodes } from './journal-codes.ts';
import { ledgerExport } from './ledger-export.ts';
import { readJournals } from './read-journals.ts';

export type JournalFile = {
  software: Software;
  from: string;
  to: string;
  gifts: GiftChoice;
  encoding: CsvEncoding;
};

/** The books for accountants and auditors: journals in the layouts of programs, and every posting (docs/decisions/0049). */
export const journals = (dependencies: Pick<Dependencies, 'db' | 'clock'>) => {
  const { db: ordinary, clock } = dependencies;
  // The gifts of one busy day are a hundred thousand and more.
  const db = withTimeout(ordinary);
  return {
    ...journalCodes(dependencies),
    ...ledgerExport({ db, clock }),

    /** The file in parts; the export is audited before its first row is read. Refuses more than a year. */
    async journalFile(operator: Person, file: JournalFile): Promise<AsyncIterable<Buffer>> {
      const { software, from, to, gifts, encoding } = file;
      if (from > to)
        throw refuse(
          'ValidationError',
          '始まりの月は、終わりの月か、それより前の月にしてください。',
        );
      if (addMonths(from, mostJournalMonths) <= to) {
        throw refuse('ValidationError', `一度に書き出せるのは${mostJournalMonths}か月までです。`);
      }
      const { codes } = await readCodes(db, software);
      await writeAudit(db, {
        actor: operator,
        action: 'journals.export',
        subjectType: 'journals',
        subjectId: `${from}..${to}`,
        details: { kind: software, encoding, parts: gifts },
        at: clock(),
      });
      const codeOf = new Map<string, (typeof codes)[number]>(
        codes.map((code) => [code.accountCode, code]),
      );
      return partsOf(db, file, codeOf);
    },
  };
};

async function* partsOf(
  db: Database,
  { software, from, to, gifts, encoding }: JournalFile,
  codes: Parameters<(typeof journalLayouts)['yayoi']['rows']>[1],
): AsyncGenerator<Buffer> {
  const { header, rows } = journalLayouts[software];
  yield csvPart('programs', header ? [header] : [], encoding, true);
  let number = 0;
  for await (const some of readJournals(db, { from, to }, gifts)) {
    const written = some.flatMap((journal) => {
      number += 1;
      return rows(journal, codes, number);
    });
    yield csvPart('programs', written, encoding, false);
  }
}
