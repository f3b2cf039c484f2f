import { and, count, desc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { ApplicationStatus } from '#domain/applications/application.ts';
import { type ApplicationStage, statesOf } from '#domain/applications/application-state.ts';
import type { Person } from '#server/actor.ts';
import { applications } from '#server/db/schema/applications.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { selectApplications, toRow, withHistory } from './application-row.ts';
import { toStatus } from './application-status.ts';

type OwnSelection = {
  /** Only those that stand there. */
  stage?: ApplicationStage | undefined;
  /** Only those with these numbers; others' look like absent. */
  numbers?: readonly string[] | undefined;
  /** The number of the last one seen. */
  cursor?: string | undefined;
  limit: number;
};

/** A donor's list of applications, each with its whole life. */
export const ownApplications = ({ db }: Pick<Dependencies, 'db'>) => ({
  /** The donor's applications, newest first, from after `cursor`; `total` counts all selected. */
  async list(
    { uid }: Pick<Person, 'uid'>,
    { stage, numbers, cursor, limit }: OwnSelection,
  ): Promise<{ applications: ApplicationStatus[]; total: number }> {
    const selected = and(
      eq(applications.uid, uid),
      stage && inArray(applications.state, statesOf(stage)),
      numbers && inArray(applications.appraisalId, [...numbers]),
    );
    const rows = await selectApplications(
      db,
      and(selected, cursor ? before(cursor, uid) : undefined),
    )
      .orderBy(desc(applications.createdAt), desc(applications.appraisalId))
      .limit(limit);
    const [counted] = await db.select({ total: count() }).from(applications).where(selected);
    return {
      applications: (await withHistory(db, rows.map(toRow))).map(toStatus),
      total: counted?.total ?? 0,
    };
  },
});

/** Older than the donor's application `cursor`; a foreign one counts as absent and ends the list. */
const before = (cursor: string, uid: string): SQL =>
  sql`(${applications.createdAt}, ${applications.appraisalId}) < (select c.created_at, c.appraisal_id from ${applications} c where c.appraisal_id = ${cursor} and c.uid = ${uid})`;
