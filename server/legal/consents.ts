import { sql } from 'drizzle-orm';
import { jstDay } from '#domain/values/timestamp.ts';
import type { Transaction } from '#server/db/database.ts';
import { legalConsents } from '#server/db/schema/versions.ts';

/** The texts that an application agrees to. */
const agreedTexts = ['terms', 'privacy'] as const;

/** Keeps that somebody agreed to the texts of law as they hold today; 0 is the text as it was delivered. */
export async function recordConsents(
  tx: Transaction,
  { subjectType, subjectId }: { subjectType: 'user' | 'application'; subjectId: string },
  at: Date,
): Promise<void> {
  await tx.execute(sql`
    insert into ${legalConsents} (subject_type, subject_id, text_kind, version, at)
    select ${subjectType}, ${subjectId}, text_kind, coalesce((
      select number from content_versions
      where kind = 'legal-text' and key = text_kind and state = 'published'
        and (holds_from is null or holds_from <= ${jstDay(at)}::date)
      order by coalesce(holds_from, (published_at at time zone 'Asia/Tokyo')::date) desc, number desc
      limit 1), 0), ${at.toISOString()}::timestamptz
    from unnest(${sql.param([...agreedTexts])}::text[]) as agreed(text_kind)
    on conflict do nothing`);
}
