import { boxCodeOf, readBoxCode } from './box-code.ts';

/**
 * A box in the carriers' files, which take letters and digits alone, 16 of them at most: the application's number
 * without its hyphens and the number of the box in two digits, `TSXXXXXXXX01`. A carrier's answer is matched by it.
 */
export const customerNumberOf = (appraisalId: string, number: number): string =>
  `${appraisalId.replaceAll('-', '')}${String(number).padStart(2, '0')}`;

/** Reads a customer number as a carrier gives it back; undefined for one that is none of ours. */
export function readCustomerNumber(
  text: string,
): { appraisalId: string; number: number } | undefined {
  const parts = /^(TS\w{8})(\d{2})$/.exec(text.normalize('NFKC').trim().toUpperCase());
  const box = parts?.[1] && readBoxCode(boxCodeOf(parts[1], Number(parts[2])));
  return box && box.number !== undefined
    ? { appraisalId: box.appraisalId, number: box.number }
    : undefined;
}

/** Whether a carrier's number is that of a packed box on its way here, which ends in R (docs/decisions/0038). */
export function isPickupNumber(text: string): boolean {
  const plain = text.normalize('NFKC').trim().toUpperCase();
  return plain.endsWith('R') && readCustomerNumber(plain.slice(0, -1)) !== undefined;
}
