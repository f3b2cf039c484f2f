import type { Row } from '#giving/applications/application-row.server.ts';
import { wholeAddress } from '#kit/values/postal/written-address.ts';
import type { identityLetters } from '#warehouse/dealer-ledger/dealer-ledger-tables.server.ts';

type Letter = Pick<typeof identityLetters.$inferSelect, 'address'>;

/** Postal address for letters to the seller. */
export const letterAddressOf = (
  row: Pick<Row, 'zipcode' | 'prefecture' | 'line1' | 'line2' | 'building'>,
): string => `〒${row.zipcode} ${wholeAddress(row)}`;

/**
 * Address of the letter if the seller's address has changed since: it proves nothing about the new one. '' if
 * unchanged or already approved.
 */
export function formerAddressOf(application: Row, letter: Letter | null): string {
  if (!letter || application.identity === 'approved') return '';
  return letter.address === letterAddressOf(application) ? '' : letter.address;
}
