import type { BankRow } from './bank-row.ts';

type KeyedRow = Pick<BankRow, 'day' | 'amountYen' | 'description'> & { balanceYen?: number | null };

/**
 * Deduplication key of each row: day, amount, description and its position among equal rows. Equal
 * rows count as one movement written twice, unless their balances differ. Keys contain names: store
 * only their hash.
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
