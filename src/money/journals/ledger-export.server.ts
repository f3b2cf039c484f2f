import type { Person } from '#kit/actor.server.ts';
import { audit } from '#kit/audit/audit.server.ts';
import type { Database } from '#kit/db/database.server.ts';
import type { Dependencies } from '#kit/dependencies.server.ts';
import { refuse } from '#kit/errors/refusal.ts';
import { addDays, startOfJstDay, toTimestamp } from '#kit/values/timestamp.ts';
import { ledgerAccounts, readAccount } from '#money/ledger/accounts.ts';
import type { ExportedPosting, ExportTrailer } from './ledger-export.ts';
import { type BookedPosting, ownerNames, readPostings } from './read-postings.server.ts';

/** First and last day, YYYY-MM-DD; by default from the beginning and to the end. */
type Days = { from?: string | undefined; to?: string | undefined };

/** All postings as JSON Lines, for auditors and their programs. */
export const ledgerExport = ({ db, clock }: Pick<Dependencies, 'db' | 'clock'>) => ({
  /**
   * Streams the lines, with the trailer last. Audited before the first row is read. Refuses days in the wrong order.
   */
  async exportLedger(operator: Person, days: Days): Promise<AsyncIterable<Buffer>> {
    const { from, to } = days;
    if (from !== undefined && to !== undefined && from > to) {
      throw refuse('ValidationError', '始まりの日は、終わりの日か、それより前の日にしてください。');
    }
    const at = clock();
    await audit(db, operator, 'ledger-export.export', ['ledger', `${from ?? ''}..${to ?? ''}`], {
      at,
    });
    return linesOf(db, days, at);
  },
});

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
