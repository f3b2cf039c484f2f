import { randomUUID } from 'node:crypto';
import { desc, eq } from 'drizzle-orm';
import { basisPointsOf } from '#domain/associates/admin-associate.ts';
import { refuse } from '#domain/errors/refusal.ts';
import { type FundTermsDraft, type FundTermsState, maxTermsShown } from '#domain/funds/fund.ts';
import type { Terms } from '#domain/ledger/fees.ts';
import { formatDateTime, jstDay, toTimestamp } from '#domain/values/timestamp.ts';
import { joinedPersonName } from '#server/accounts/person-name.ts';
import type { Person } from '#server/actor.ts';
import { audit } from '#server/audit/audit.ts';
import { type Database, type Transaction, transaction } from '#server/db/database.ts';
import { lock } from '#server/db/locks/lock.ts';
import { users } from '#server/db/schema/accounts.ts';
import { fundTerms as table } from '#server/db/schema/money/funds.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { readTermsOn } from '#server/ledger/terms.ts';

type Source = Database | Transaction;

const newest = (source: Source, count = maxTermsShown) =>
  source
    .select({ row: table, createdBy: joinedPersonName })
    .from(table)
    .leftJoin(users, eq(users.uid, table.createdBy))
    .orderBy(desc(table.createdAt), desc(table.id))
    .limit(count);

/** Fee and handling of gifts to funds. New terms apply from a day on; earlier ones stay for gifts made under them. */
export const fundTerms = ({ db, clock }: Pick<Dependencies, 'db' | 'clock'>) => {
  const read = async (tx: Transaction): Promise<FundTermsState> => ({
    ...(await readTermsOn(tx, { associateId: null, day: jstDay(clock()) })),
    recorded: (await newest(tx)).map(({ row, createdBy }) => ({
      ...row,
      createdBy,
      createdAt: toTimestamp(row.createdAt),
    })),
  });
  return {
    terms: (): Promise<FundTermsState> => transaction(db, read),

    /** Today's terms of gifts to funds. */
    termsOfToday: (): Promise<Terms> =>
      readTermsOn(db, { associateId: null, day: jstDay(clock()) }),

    /** Refuses a past day, and (Conflict, says who) a page older than the newest terms. */
    addTerms: (operator: Person, draft: FundTermsDraft): Promise<FundTermsState> =>
      transaction(db, async (tx) => {
        await lock(tx, 'fund-terms');
        const at = clock();
        const [last] = await newest(tx, 1);
        if ((last?.row.id ?? '') !== draft.after) {
          const who = last
            ? `${last.createdBy || '運営の担当者'}さんが${formatDateTime(toTimestamp(last.row.createdAt))}に、新しい決まりを記録しています。`
            : '';
          throw refuse('Conflict', `${who}画面を読み込み直して、内容をご確認ください。`);
        }
        if (draft.startsOn < jstDay(at)) {
          const message = '始まる日は、今日からあとの日を選んでください。';
          throw refuse('ValidationError', message, { errors: [{ path: 'startsOn', message }] });
        }
        const { after: _, feePercent, ...terms } = draft;
        const feeBasisPoints = basisPointsOf(feePercent);
        await tx.insert(table).values({
          ...{ ...terms, id: randomUUID(), feeBasisPoints },
          createdBy: operator.uid,
          createdAt: at,
        });
        await audit(tx, operator, 'funds.change-terms', ['fund-terms', draft.startsOn], {
          at,
          feeBasisPoints,
          handlingYen: draft.handlingYen,
        });
        return read(tx);
      }),
  };
};
