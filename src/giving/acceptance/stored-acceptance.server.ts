import type { Database, Transaction } from '#kit/db/database.server.ts';
import { holdingVersion, type VersionedKind } from '#kit/versions/versions.server.ts';
import { type Acceptance, defaultAcceptance } from './acceptance.ts';
import { Acceptance as Schema } from './acceptance-schema.ts';

/** The only key: there is a single record. */
export const acceptanceKey = 'service';

export const acceptanceKind: VersionedKind<Acceptance> = {
  kind: 'acceptance',
  schema: Schema,
  asDelivered: (_source, key) => (key === acceptanceKey ? defaultAcceptance : undefined),
};

/** What the service accepts on a day YYYY-MM-DD, read uncached. */
export async function storedAcceptance(
  source: Database | Transaction,
  day: string,
): Promise<Acceptance> {
  const holding = await holdingVersion(acceptanceKind, source, acceptanceKey, day);
  return holding?.content ?? defaultAcceptance;
}
