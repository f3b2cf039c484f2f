import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import type { PledgeReport } from '#domain/pledge-draft.ts';
import { isRecordId } from '#domain/record-id.ts';
import { refuse } from '#domain/refusal.ts';
import type { Actor } from '#server/actor.ts';
import { countTry } from '#server/auth/account-messages.ts';
import { attempts } from '#server/auth/attempts.ts';
import { countedAddress } from '#server/auth/client-address.ts';
import { transaction } from '#server/db/database.ts';
import { pledges, pledgeReports as reportsTable } from '#server/db/schema/pledges.ts';
import type { Dependencies } from '#server/dependencies.ts';

/** Who reports: the caller as the door knows them, and the address they are counted by. */
export type Reporter = { actor: Actor; address: string };

/** What anybody tells the operator of a pledge that should not be public. */
export const pledgeReports = (dependencies: Pick<Dependencies, 'db' | 'clock' | 'secret'>) => {
  const { db, clock } = dependencies;
  const budgets = attempts(dependencies);
  return {
    /** Keeps a report for the operator's list. Refuses a pledge that is not public. */
    async report(
      { actor, address }: Reporter,
      pledgeId: string,
      { reason }: PledgeReport,
    ): Promise<void> {
      const notFound = () => refuse('NotFound', '#mypledgeが見つかりませんでした。');
      if (!isRecordId(pledgeId)) throw notFound();
      await countTry(budgets, [['reporting by address', countedAddress(address)]]);
      await transaction(db, async (tx) => {
        const [pledge] = await tx
          .select({ id: pledges.id })
          .from(pledges)
          .where(and(eq(pledges.id, pledgeId), eq(pledges.state, 'published')));
        if (!pledge) throw notFound();
        await tx.insert(reportsTable).values({
          id: randomUUID(),
          pledgeId,
          reporterUid: actor.kind === 'person' ? actor.uid : null,
          reason,
          createdAt: clock(),
        });
      });
    },
  };
};
