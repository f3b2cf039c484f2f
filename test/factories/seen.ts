import { inArray } from 'drizzle-orm';
import { applications } from '#giving/applications/application-tables.server.ts';
import type { Database } from '#kit/db/database.server.ts';

/** Applications with their current versions, as a step names them; version 1 for missing ones. */
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

/** If-Match with the application's current version. */
export async function ifMatchOf(db: Database, appraisalId: string) {
  const [one] = await seen(db, [appraisalId]);
  return { 'if-match': `"${one?.version}"` };
}
