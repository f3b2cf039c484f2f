import type { Database, Transaction } from '#server/db/database.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { factsNow } from '#server/service-facts/service-facts.ts';
import { openingOf } from './opening.ts';

/**
 * Whether goods may be bought for funds: not without the licence of a dealer in second-hand goods (古物営業法 3条).
 * A service that ran before its licence was asked for has shown it elsewhere.
 */
export async function takesFunds(
  source: Database | Transaction,
  dependencies: Pick<Dependencies, 'db' | 'clock'>,
): Promise<boolean> {
  const { isFromBefore } = await openingOf(source);
  return isFromBefore || (await factsNow(source, dependencies)).dealerLicence !== '';
}
