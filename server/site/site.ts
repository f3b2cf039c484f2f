import { eq } from 'drizzle-orm';
import type { associates } from '#server/associates/associates.ts';
import { associates as associatesTable } from '#server/db/schema/organisations.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { kept } from '#server/topics/kept.ts';
import type { Topics } from '#server/topics/topics.ts';

type SiteDependencies = Pick<Dependencies, 'db' | 'clock' | 'publicUrl'> & {
  topics: Topics;
  associates: ReturnType<typeof associates>;
};

/** What every page says of the site as a whole. */
export const site = ({ db, clock, publicUrl, topics, associates }: SiteDependencies) => ({
  /** Its address, how many organisations are listed, and whether sample data is loaded. */
  facts: kept({ topics, clock }, ['associates'], async () => {
    const [sample] = await db
      .select({ id: associatesTable.id })
      .from(associatesTable)
      .where(eq(associatesTable.isSample, true))
      .limit(1);
    return {
      publicUrl,
      associateCount: (await associates.list()).length,
      isSample: sample !== undefined,
    };
  }),
});
