import { randomUUID } from 'node:crypto';
import { desc, eq } from 'drizzle-orm';
import type { Person } from '#kit/actor.server.ts';
import { audit } from '#kit/audit/audit.server.ts';
import { type Database, type Transaction, transaction } from '#kit/db/database.server.ts';
import { lock } from '#kit/db/locks/lock.server.ts';
import type { Dependencies } from '#kit/dependencies.server.ts';
import { refuse } from '#kit/errors/refusal.ts';
import { formatDateTime, jstDay, toTimestamp } from '#kit/values/timestamp.ts';
import type { Terms } from '#money/ledger/fees.ts';
import { readTermsOn } from '#money/ledger/terms.server.ts';
import { basisPointsOf } from '#organisations/associates/admin-associate.ts';
import { users } from '#people/accounts/account-tables.server.ts';
import { joinedPersonName } from '#people/accounts/person-name.server.ts';
import { type FundTermsDraft, type FundTermsState, maxTermsShown } from './fund.ts';
import { fundTerms as table } from './fund-tables.server.ts';

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
