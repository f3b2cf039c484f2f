import type { AdminToday } from '#giving/applications/admin-application.ts';
import type { applications } from '#giving/applications/applications.server.ts';
import type { Dependencies } from '#kit/dependencies.server.ts';
import { addMonths, jstMonth } from '#kit/values/timestamp.ts';
import type { mail } from '#people/mail/mail.server.ts';
import type { achievements } from '#site/achievements/achievements.server.ts';

type AdminDependencies = Pick<Dependencies, 'clock'> & {
  applications: Pick<ReturnType<typeof applications>, 'kitsToday' | 'dueCounts'>;
  mail: Pick<ReturnType<typeof mail>, 'adminFacts'>;
  achievements: Pick<ReturnType<typeof achievements>, 'totals'>;
};

const monthsShown = 12;

/** Overview figures of the admin area. */
export const admin = ({ clock, applications, mail, achievements }: AdminDependencies) => ({
  /** The operator's pending work today; not audited, since it is only counts. */
  async today(): Promise<AdminToday> {
    const [due, kits, mails, totals] = await Promise.all([
      applications.dueCounts(),
      applications.kitsToday(),
      mail.adminFacts(),
      achievements.totals(),
    ]);
    const present = jstMonth(clock());
    const countOf = new Map(totals.months.map(({ month, count }) => [month, count]));
    const months = Array.from({ length: monthsShown }, (_, index) => {
      const month = addMonths(present, index + 1 - monthsShown);
      return { month, donations: countOf.get(month) ?? 0 };
    });
    return { ...due, ...kits, ...mails, months };
  },
});
