import type { Database, Transaction } from '#kit/db/database.server.ts';
import { formatYen } from '#kit/values/yen.ts';
import { owedDifferences } from '#money/sums/check-owed.server.ts';
import { type CloseCheck, maxShownItems } from './month-close.ts';

/** Checks that the books owe each organisation and fund what its open items say. */
export async function checkOpenItems(db: Database | Transaction): Promise<CloseCheck> {
  const differences = await owedDifferences(db);
  const check = { key: 'open-items', path: '/admin/remittances' } as const;
  if (differences.length === 0) {
    const message = '団体と基金ごとの未送金の明細は、帳簿の残高と一致しています。';
    return { ...check, state: 'ok', message, items: [] };
  }
  return {
    ...check,
    state: 'to-mend',
    message: `${differences.length}か所で、未送金の明細と帳簿の残高が違っています。`,
    items: differences
      .slice(0, maxShownItems)
      .map(
        ({ name, booked, open }) =>
          `${name}：帳簿 ${formatYen(booked)}円、明細 ${formatYen(open)}円`,
      ),
  };
}
