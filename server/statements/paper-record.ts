import { createHash } from 'node:crypto';
import { and, desc, eq } from 'drizzle-orm';
import type { StatementFigures } from '#domain/statements/statement.ts';
import type { Person } from '#server/actor.ts';
import { lockAssociate } from '#server/associates/associate-row.ts';
import { type Database, transaction } from '#server/db/database.ts';
import { statementPapers } from '#server/db/schema/money/statements.ts';
import type { StatementPaper, YearPaper } from './statement-paper.ts';

type Said = StatementPaper | YearPaper;
type Giving<P extends Said> = {
  person: Person;
  at: Date;
  /** Whose it is: a remittance's, or a year's by its period. */
  of: { associateId: string } & ({ remittanceId: string } | { period: string });
  /** Makes the paper as it would be said now; asked only where there is something to record. */
  make: (edition: number) => Promise<P>;
  /** What it says of the money now; the last edition that says the same is the paper. */
  facts: unknown;
  /** Whether a further edition may be made: money that did not arrive gives none. */
  mayChange: boolean;
};

/** The paper as it was first given; a further edition only where it says something else of the money. */
export const givePaper = <P extends Said>(db: Database, giving: Giving<P>): Promise<P> =>
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

/** What a statement says of the money, in an order that stays. */
export const moneyOf = (figures: StatementFigures): number[] =>
  figureNames.map((name) => figures[name]);
