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
import { contactMessages } from '#server/db/schema/running.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { receiving } from '#server/inbox/receiving.ts';

type ReportDependencies = Pick<
  Dependencies,
  'db' | 'clock' | 'secret' | 'operatorEmail' | 'publicUrl'
>;

/** Who reports: the caller as the door knows them, and the address they are counted by. */
export type Reporter = { actor: Actor; address: string };

/** What anybody tells the operator of a pledge that should not be public. */
export const pledgeReports = (dependencies: ReportDependencies) => {
  const { db, clock, operatorEmail, publicUrl } = dependencies;
  const budgets = attempts(dependencies);
  const { numbered } = receiving(dependencies);
  return {
    /** Keeps a report and puts it among the operator's messages. Refuses a pledge that is not public. */
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
          .select({ appraisalId: pledges.appraisalId })
          .from(pledges)
          .where(and(eq(pledges.id, pledgeId), eq(pledges.state, 'published')));
        if (!pledge) throw notFound();
        const createdAt = clock();
        await tx.insert(reportsTable).values({
          id: randomUUID(),
          pledgeId,
          reporterUid: actor.kind === 'person' ? actor.uid : null,
          reason,
          createdAt,
        });
        const message = `次の#mypledgeについて、お知らせがありました。\n${publicUrl}/my-pledge/${pledgeId}\n\n${reason}`;
        await numbered('TC', async (id) => {
          const [row] = await tx
            .insert(contactMessages)
            .values({
              id,
              kind: 'other',
              name: '#mypledgeのお知らせ',
              // Nobody leaves an address: an answer would go to nobody else.
              email: operatorEmail,
              appraisalId: pledge.appraisalId,
              message,
              createdAt,
            })
            .onConflictDoNothing({ target: contactMessages.id })
            .returning({ id: contactMessages.id });
          return row;
        });
      });
    },
  };
};
