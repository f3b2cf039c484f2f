import { type Acceptance, defaultAcceptance } from '#domain/acceptance/acceptance.ts';
import type { Database, Transaction } from '#server/db/database.ts';
import { holdingVersion } from '#server/versions/versions.ts';
import { acceptanceKey, acceptanceKind } from './acceptance-kind.ts';

/** What the service accepts on a day YYYY-MM-DD, read uncached. */
export async function storedAcceptance(
  source: Database | Transaction,
  day: string,
): Promise<Acceptance> {
  const holding = await holdingVersion(acceptanceKind, source, acceptanceKey, day);
  return holding?.content ?? defaultAcceptance;
}
