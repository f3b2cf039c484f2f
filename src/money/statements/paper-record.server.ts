import { createHash } from 'node:crypto';
import { and, desc, eq } from 'drizzle-orm';
import type { Person } from '#kit/actor.server.ts';
import { type Database, transaction } from '#kit/db/database.server.ts';
import { lockAssociate } from '#organisations/associates/associate-row.server.ts';
import type { StatementFigures } from './statement.ts';
import type { StatementPaper, YearPaper } from './statement-paper.server.ts';
import { statementPapers } from './statement-tables.server.ts';

type AnyPaper = StatementPaper | YearPaper;
type GivePaperInput<P extends AnyPaper> = {
  person: Person;
  at: Date;
  /** Owner of the paper: a remittance, or a year by its period. */
  of: { associateId: string } & ({ remittanceId: string } | { period: string });
  /** Makes the paper as of now. Called only if there is something to record. */
  make: (edition: number) => Promise<P>;
  /** Its money figures as of now. The last edition with the same facts stays the paper. */
  facts: unknown;
  /** Whether another edition may be made; not for money that did not arrive. */
  mayChange: boolean;
};

/** Returns the recorded paper; records a new edition only if its money figures changed. */
export const recordPaper = <P extends AnyPaper>(
  db: Database,
  giving: GivePaperInput<P>,
): Promise<P> =>
  transaction(db, async (tx) => {
    const { person, at, of, make, facts, mayChange } = giving;
    await lockAssociate(tx, of.associateId);
    const own =
      'remittanceId' in of
        ? eq(statementPapers.remittanceId, of.remittanceId)
        : and(
            eq(statementPapers.associateId, of.associateId),
            eq(statementPapers.period, of.period),
          );
    const [last] = await tx
      .select()
      .from(statementPapers)
      .where(own)
      .orderBy(desc(statementPapers.edition))
      .limit(1);
    const digest = createHash('sha256').update(JSON.stringify(facts)).digest('hex');
    if (last && (last.digest === digest || !mayChange)) return last.said as P;
    const edition = (last?.edition ?? 0) + 1;
    const said = await make(edition);
    await tx
      .insert(statementPapers)
      .values({ ...of, edition, said, digest, givenTo: person.uid, givenAt: at });
    return said;
  });

const figureNames = [
  ...['carriedCount', 'carriedGiftYen', 'carriedFeeYen', 'carriedHandlingYen', 'giftCount'],
  ...['giftYen', 'feeYen', 'handlingYen', 'correctionGiftYen', 'correctionFeeYen'],
  ...['correctionHandlingYen', 'returnYen', 'payoutYen', 'amountYen'],
  ...['chargedFeeYen', 'chargedHandlingYen'],
] as (keyof StatementFigures)[];

/** Money figures of a statement, in a fixed order. */
export const moneyOf = (figures: StatementFigures): number[] =>
  figureNames.map((name) => figures[name]);
