type Address = { prefecture: string; line1: string; line2: string; building: string };

const endsInNumber = /[\p{N}A-Za-zＡ-Ｚａ-ｚ\-－−‐]$/u;
const startsWithNumber = /^[\p{N}A-Za-zＡ-Ｚａ-ｚ\-－−‐]/u;

/**
 * Joins parts of an address, with a space between numbers or Latin letters: 482-2 and 305 must not
 * become 482-2305.
 */
export const joinParts = (parts: readonly string[]): string =>
  parts.reduce(
    (joined, part) =>
      endsInNumber.test(joined) && startsWithNumber.test(part)
        ? `${joined} ${part}`
        : joined + part,
    '',
  );

/** Prefecture, town and number. */
export const streetOf = ({ prefecture, line1, line2 }: Omit<Address, 'building'>): string =>
  joinParts([prefecture, line1, line2]);

/** A full address in one line, the building after a space. */
export const wholeAddress = (address: Address): string =>
  `${streetOf(address)} ${address.building}`.trim();
