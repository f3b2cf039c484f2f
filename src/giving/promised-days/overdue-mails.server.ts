import { storedAcceptance } from '#giving/acceptance/stored-acceptance.server.ts';
import { applications } from '#giving/applications/application-tables.server.ts';
import { transaction } from '#kit/db/database.server.ts';
import { countRows, type Total } from '#kit/db/keyset.server.ts';
import type { Dependencies } from '#kit/dependencies.server.ts';
import { jstDay, jstHour } from '#kit/values/timestamp.ts';
import { writeMails } from '#people/mail/outbox.server.ts';
import { overdueIn } from './overdue.server.ts';
import { type PromisedStep, promisedSteps } from './promised-days.ts';

type OverdueDeps = Pick<Dependencies, 'db' | 'clock' | 'publicUrl' | 'secret' | 'operatorEmail'>;

/** Hour from which the day's mail is written. */
const morningHour = 7;

/** Mails the operator each morning about applications past their promise, if any. */
export const overdueMails = (dependencies: OverdueDeps) => ({
  async write(): Promise<void> {
    const { clock, operatorEmail } = dependencies;
    const at = clock();
    const today = jstDay(at);
    if (jstHour(at) < morningHour) return;
    await transaction(dependencies.db, async (tx) => {
      const { promisedDays } = await storedAcceptance(tx, today);
      const counts: [PromisedStep, Total][] = [];
      for (const step of promisedSteps) {
        counts.push([
          step,
          await countRows(tx, applications, overdueIn(step, promisedDays, today)),
        ]);
      }
      const late = counts.filter(([, { count }]) => count > 0);
      if (late.length === 0) return;
      const mail = {
        kind: 'promises-overdue' as const,
        dedupeKey: `promises-overdue:${today}`,
        to: operatorEmail,
        data: { late: late.map(([step, total]) => ({ step, ...total })) },
      };
      await writeMails(tx, [mail], dependencies);
    });
  },
});
