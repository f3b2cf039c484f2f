import type { Person } from '#kit/actor.server.ts';
import type { Database, Transaction } from '#kit/db/database.server.ts';
import { notFound, refuse } from '#kit/errors/refusal.ts';
import { jstDay } from '#kit/values/timestamp.ts';
import { agreementOn } from '#organisations/associates/agreements.server.ts';

type Member = Pick<Person, 'associateIds' | 'staffRoles'>;
export type Intent = 'read' | 'change';

/** Key of an organisation's text, such as `ao:…`. The prefix says which organisation owns it. */
export const roomKey = (associateId: string, id: string) => `${associateId}:${id}`;

export function parseRoomKey(key: string): { associateId: string; id: string } {
  const [associateId = '', id = ''] = key.split(':');
  return { associateId, id };
}

/** Requires a member of the organisation; for others it does not exist. Viewers change nothing. */
export function demandMember(person: Member, associateId: string, intent: Intent): void {
  if (!person.associateIds.includes(associateId)) throw notFound('団体の画面');
  if (intent === 'change' && person.staffRoles[associateId] !== 'editor') {
    throw refuse(
      'Forbidden',
      '閲覧だけができる役割のため、変更はできません。変更が必要なときは、団体の編集できる方か運営にご依頼ください。',
    );
  }
}

/**
 * Whether an organisation's own changes are published at once; without an agreement the operator reviews them first.
 */
export async function publishesAtOnce(
  source: Database | Transaction,
  associateId: string,
  now: Date,
): Promise<boolean> {
  const agreement = await agreementOn(source, associateId, jstDay(now));
  return agreement?.publishes === 'at-once';
}
