import type { AdminToday } from '#giving/applications/admin-application.ts';
import type { applications } from '#giving/applications/applications.server.ts';

type AdminDependencies = {
  applications: Pick<ReturnType<typeof applications>, 'kitsToday' | 'dueCounts'>;
};

/** Counts of the list of applications. */
export const admin = ({ applications }: AdminDependencies) => ({
  /** Applications to work on today; not audited, since they are only counted. */
  async today(): Promise<AdminToday> {
    const [due, kits] = await Promise.all([applications.dueCounts(), applications.kitsToday()]);
    return { ...due, ...kits };
  },
});
