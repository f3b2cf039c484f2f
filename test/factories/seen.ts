import { inArray } from 'drizzle-orm';
import type { Database } from '#server/db/database.ts';
import { applications } from '#server/db/schema/applications.ts';

/** Applications as somebody has just seen them, as a step names them; 1 of one that there is not. */
export async function seen(db: Database, appraisalIds: readonly string[]) {
  const rows = await db
    .select({ appraisalId: applications.appraisalId, version: applications.version })
    .from(applications)
    .where(inArray(applications.appraisalId, [...appraisalIds]));
  const versionOf = new Map(rows.map(({ appraisalId, version }) => [appraisalId, version]));
  return appraisalIds.map((appraisalId) => ({
    appraisalId,
    version: versionOf.get(appraisalId) ?? 1,
  }));
}

/** The If-Match of who has just seen an application. */
export async function seenTag(db: Database, appraisalId: string) {
  const [one] = await seen(db, [appraisalId]);
  return { 'if-match': `"${one?.version}"` };
}
