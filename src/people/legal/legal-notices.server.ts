import { and, eq, sql } from 'drizzle-orm';
import { applications } from '#giving/applications/application-tables.server.ts';
import type { Person } from '#kit/actor.server.ts';
import type { Dependencies } from '#kit/dependencies.server.ts';
import { contentVersions, legalConsents } from '#kit/versions/version-tables.server.ts';
import { sinceDay, termsVersionsInForce } from './consents.server.ts';
import type { LegalNotice } from './legal-text-schema.ts';

/** Notice on a person's own page, shown once, that the terms changed since they agreed. */
export const legalNotices = ({ db, clock }: Pick<Dependencies, 'db' | 'clock'>) => ({
  /** The terms in force, unless the person agreed to them or has seen the notice. */
  async notice({ uid }: Pick<Person, 'uid'>): Promise<LegalNotice> {
    const { terms } = await termsVersionsInForce(db, clock());
    if (terms === 0) return { notice: null };
    const ofThese = sql`c.text_kind = 'terms' and c.version = ${terms}`;
    const { rows } = await db.execute<{ isKnown: boolean }>(sql`select
      exists (select 1 from ${legalConsents} as c
        where c.subject_type = 'user' and c.subject_id = ${uid} and ${ofThese})
      or exists (select 1 from ${applications} as a join ${legalConsents} as c
        on c.subject_type = 'application' and c.subject_id = a.appraisal_id and ${ofThese}
        where a.uid = ${uid}) as "isKnown"`);
    if (rows[0]?.isKnown) return { notice: null };
    const [row] = await db
      .select({ since: sinceDay })
      .from(contentVersions)
      .where(
        and(
          eq(contentVersions.kind, 'legal-text'),
          eq(contentVersions.key, 'terms'),
          eq(contentVersions.number, terms),
        ),
      );
    return { notice: row ? { version: terms, since: row.since } : null };
  },

  /** Records that the person has seen the notice. Their consent is unchanged. */
  async noticeSeen({ uid }: Pick<Person, 'uid'>, version: number): Promise<void> {
    const at = clock();
    const { terms } = await termsVersionsInForce(db, at);
    if (version !== terms) return;
    await db
      .insert(legalConsents)
      .values({ subjectType: 'user', subjectId: uid, textKind: 'terms', version, act: 'told', at })
      .onConflictDoNothing();
  },
});
