import { wholeAddress } from '#domain/values/postal/written-address.ts';
import type { Row } from '#server/applications/application-row.ts';
import type { identityLetters } from '#server/db/schema/warehouse/dealer-ledger.ts';

type Letter = Pick<typeof identityLetters.$inferSelect, 'address'>;

/** Where a letter to the seller goes. */
export const letterAddressOf = (
  row: Pick<Row, 'zipcode' | 'prefecture' | 'line1' | 'line2' | 'building'>,
): string => `〒${row.zipcode} ${wholeAddress(row)}`;

/**
 * Where the letter went, if the seller's address is another by now: it proves nothing of that one. What was approved
 * stays so. '' where nothing changed.
 */
export function formerAddressOf(application: Row, letter: Letter | null): string {
  if (!letter || application.identity === 'approved') return '';
  return letter.address === letterAddressOf(application) ? '' : letter.address;
}
