import { and, eq, inArray } from 'drizzle-orm';
import { applications } from '#giving/applications/application-tables.server.ts';
import type { Person } from '#kit/actor.server.ts';
import { audit } from '#kit/audit/audit.server.ts';
import type { Dependencies } from '#kit/dependencies.server.ts';
import { refuse } from '#kit/errors/refusal.ts';
import { streetOf } from '#kit/values/postal/written-address.ts';
import type { LetterLabels } from './seller-facts.ts';

const drawingLimitMs = 20_000;

/** PDF of labels for letters to applicants on hold. Audits who printed them. */
export async function printLetterLabels(
  { db, clock, threads }: Pick<Dependencies, 'db' | 'clock' | 'threads'>,
  operator: Person,
  { appraisalIds, sheet }: LetterLabels,
): Promise<Uint8Array> {
  const ids = [...new Set(appraisalIds)];
  const rows = await db
    .select()
    .from(applications)
    .where(and(inArray(applications.appraisalId, ids), eq(applications.state, 'appraised')));
  const byId = new Map(rows.map((row) => [row.appraisalId, row]));
  const addressees = ids.map((id) => {
    const row = byId.get(id);
    if (!row) {
      throw refuse(
        'Conflict',
        `${id}は、本人確認を待つお申し込みではなくなっています。一覧を読み込み直してください。`,
      );
    }
    return {
      zipcode: row.zipcode,
      address: streetOf(row),
      building: row.building,
      name: `${row.lastName} ${row.firstName}`,
      number: id,
    };
  });
  await audit(db, operator, 'identity-letters.print', ['applications', 'labels'], {
    at: clock(),
    ids,
  });
  return threads.run('drawLetterLabels', { addressees, sheet }, { limitMs: drawingLimitMs });
}
