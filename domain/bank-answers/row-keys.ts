import type { BankRow } from './bank-row.ts';

type KeyedRow = Pick<BankRow, 'day' | 'amountYen' | 'description'> & { balanceYen?: number | null };

/**
 * For each row what it is known by when it comes again: day, amount, description and its place among equal ones. Equal
 * rows are one movement, written twice, unless their balances tell them apart. Keys contain names: store their hash.
 */
export function bankRowKeys(rows: readonly KeyedRow[]): string[] {
  const places = new Map<string, Map<number | null, number>>();
  return rows.map(({ day, amountYen, description, balanceYen = null }) => {
    const text = description.normalize('NFKC').replace(/\s/g, '');
    const same = `${day} ${amountYen} ${text}`;
    const balances = places.get(same) ?? new Map<number | null, number>();
    places.set(same, balances);
    const place = balances.get(balanceYen) ?? balances.size + 1;
    balances.set(balanceYen, place);
    return `${day} ${amountYen} ${place} ${text}`;
  });
}
