import { and, eq } from 'drizzle-orm';
import type { CancelByEmail, Cancelled } from '#domain/applications/application.ts';
import { refuse } from '#domain/errors/refusal.ts';
import { toTimestamp } from '#domain/values/timestamp.ts';
import { countTry } from '#server/auth/account-messages.ts';
import { transaction } from '#server/db/database.ts';
import { applications } from '#server/db/schema/applications.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { attempts } from '#server/limits/attempts.ts';
import { countedAddress } from '#server/limits/client-address.ts';
import { selectApplications, toRow } from './application-row.ts';
import { cancelOnHold } from './cancel-on-hold.ts';

/** The same for a number that does not exist and for one that is another person's. */
const noMatch = () =>
  refuse(
    'NotFound',
    '申込番号とメールアドレスの組み合わせが見つかりませんでした。受付のメールをご覧になり、もう一度ご入力ください。',
  );

/** Cancelling by those who have lost the mailed link. */
export const cancelling = (dependencies: Dependencies) => {
  const { db } = dependencies;
  const budgets = attempts(dependencies);
  return {
    /**
     * Cancels by number and e-mail. The number is public (docs/product.md, Ways to give), so tries are
     * counted by address and by number; the right e-mail gives its try back.
     */
    async cancelByEmail(
      caller: { address: string },
      { appraisalId, email }: CancelByEmail,
    ): Promise<Cancelled> {
      const tries = await countTry(budgets, [
        ['cancelling by address', countedAddress(caller.address)],
        ['cancelling by number', appraisalId],
      ]);
      const own = and(eq(applications.appraisalId, appraisalId), eq(applications.email, email));
      const [known] = await selectApplications(db, own);
      if (!known) throw noMatch();
      await tries.succeeded();
      return transaction(db, async (tx) => {
        const [found] = await selectApplications(tx, own).for('update', { of: applications });
        if (!found) throw noMatch();
        const row = toRow(found);
        const doer = { doneBy: 'guest', actorUid: null } as const;
        // Who only knows the number has seen no version.
        const { version } = row;
        const cancelled = await cancelOnHold(tx, row, doer, { ...dependencies, version });
        return { appraisalId, cancelledAt: toTimestamp(cancelled.stateChangedAt) };
      });
    },
  };
};
