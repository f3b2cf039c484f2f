import { sql } from 'drizzle-orm';
import type { Person } from '#kit/actor.server.ts';
import { type Database, type Transaction, transaction } from '#kit/db/database.server.ts';
import type { Context } from '#kit/dependencies.server.ts';
import { notFound } from '#kit/errors/refusal.ts';
import { lockPeople } from '#people/donors/moved-rows.server.ts';
import { noteRetraction } from '#people/retractions/retractions.server.ts';
import type { GiverConsent, GiverConsentRequest } from './giver-consent.ts';
import { giverConsents } from './giver-consent-tables.server.ts';
import { typesWithList } from './giver-list.ts';

/** Organisations that keep a list and were given to by this person, or have their consent, by name. */
async function readConsents(db: Database | Transaction, uid: string): Promise<GiverConsent[]> {
  const { rows } = await db.execute<GiverConsent>(sql`
    select a.id as "associateId", a.name as "associateName", coalesce(latest.act = 'agreed', false) as "isAgreed"
    from associates a
    left join lateral (
      select c.act from giver_consents c where c.uid = ${uid} and c.associate_id = a.id order by c.id desc limit 1
    ) latest on true
    where a.id in (
        select d.associate_id from donations d where d.uid = ${uid} and d.reversed_at is null
        union select c.associate_id from giver_consents c where c.uid = ${uid})
      and (latest.act = 'agreed' or a.classification = any(${sql.param([...typesWithList])}::text[]))
    order by a.name, a.id`);
  return rows;
}

export const ownGiverConsents = ({ db }: Context, { uid }: Person): Promise<GiverConsent[]> =>
  readConsents(db, uid);

/** Records a consent or its withdrawal; nothing if it stands already. Lists drawn from now on follow it. */
export const setGiverConsent = (
  { db, clock, secret }: Context,
  { uid }: Person,
  { associateId, isAgreed, textVersion }: GiverConsentRequest,
): Promise<GiverConsent[]> =>
  transaction(db, async (tx) => {
    await lockPeople(tx, [uid]);
    const known = (await readConsents(tx, uid)).find((one) => one.associateId === associateId);
    if (!known) throw notFound('団体');
    if (known.isAgreed !== isAgreed) {
      const act = isAgreed ? 'agreed' : 'withdrawn';
      const at = clock();
      await tx.insert(giverConsents).values({ uid, associateId, act, textVersion, at });
      const retraction = { kind: 'giver-consent', subject: [uid, associateId] } as const;
      if (!isAgreed) await noteRetraction(tx, { secret }, retraction, at);
    }
    return readConsents(tx, uid);
  });
