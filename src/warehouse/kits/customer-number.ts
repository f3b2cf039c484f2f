import { boxCodeOf, readBoxCode } from './box-code.ts';

/**
 * Reference of a box in carriers' files, which accept at most 16 letters and digits: the
 * application number without hyphens and the box number in two digits, `TSXXXXXXXX01`. Carriers'
 * answers are matched by it.
 */
export const customerNumberOf = (appraisalId: string, number: number): string =>
  `${appraisalId.replaceAll('-', '')}${String(number).padStart(2, '0')}`;

/** Parses a customer number from a carrier; undefined if it is not ours. */
export function readCustomerNumber(
  text: string,
): { appraisalId: string; number: number } | undefined {
  const parts = /^(TS\w{8})(\d{2})$/.exec(text.normalize('NFKC').trim().toUpperCase());
  const box = parts?.[1] && readBoxCode(boxCodeOf(parts[1], Number(parts[2])));
  return box && box.number !== undefined
    ? { appraisalId: box.appraisalId, number: box.number }
    : undefined;
}

/** Whether a carrier's number belongs to a packed box on its way here: those end in R (docs/decisions/0020). */
export function isPickupNumber(text: string): boolean {
  const plain = text.normalize('NFKC').trim().toUpperCase();
  return plain.endsWith('R') && readCustomerNumber(plain.slice(0, -1)) !== undefined;
}
