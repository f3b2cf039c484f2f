import type { Database, Transaction } from '#kit/db/database.server.ts';
import { holdingVersion } from '#kit/versions/versions.server.ts';
import { type Acceptance, defaultAcceptance } from './acceptance.ts';
import { acceptanceKey, acceptanceKind } from './acceptance-kind.server.ts';

/** What the service accepts on a day YYYY-MM-DD, read uncached. */
export async function storedAcceptance(
  source: Database | Transaction,
  day: string,
): Promise<Acceptance> {
  const holding = await holdingVersion(acceptanceKind, source, acceptanceKey, day);
  return holding?.content ?? defaultAcceptance;
}
