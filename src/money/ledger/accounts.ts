/**
 * Chart of accounts (docs/decisions/0023): debits are positive, credits negative. `per` lists the
 * owners that have sub-accounts: `service-fee:associate:<id>`, `owed:fund:<challenge>`. The
 * database has the same rows.
 */
export const ledgerAccounts = {
  proceeds: { name: 'お品物の代金', kind: 'asset', per: [] },
  bonus: { name: '加算額', kind: 'expense', per: [] },
  'service-fee': { name: '事務手数料', kind: 'income', per: ['associate', 'fund'] },
  handling: { name: '送料・作業費', kind: 'income', per: ['associate', 'fund'] },
  'owed:associate': { name: '団体への未送金', kind: 'liability', per: ['associate'] },
  'owed:fund': { name: '基金の残高', kind: 'liability', per: ['fund'] },
  overpaid: { name: '送金しすぎた額', kind: 'asset', per: ['associate', 'fund'] },
  'in-transit': { name: '送金中', kind: 'liability', per: ['associate'] },
  returned: { name: '組戻しで戻った額', kind: 'liability', per: ['associate'] },
  bank: { name: '銀行口座', kind: 'asset', per: [] },
  'sale-difference': { name: '売却の差額', kind: 'income', per: [] },
  rounding: { name: '端数', kind: 'expense', per: [] },
  'sale-receipts': { name: '売却代金の入金待ち', kind: 'asset', per: [] },
  'transfer-fee': { name: '振込手数料', kind: 'expense', per: [] },
  'recall-fee': { name: '組戻手数料', kind: 'expense', per: [] },
  interest: { name: '受取利息', kind: 'income', per: [] },
  'bank-other': { name: 'そのほかの入出金', kind: 'expense', per: [] },
  unexplained: { name: '不明入出金', kind: 'asset', per: [] },
} as const satisfies Record<
  string,
  {
    name: string;
    kind: 'asset' | 'liability' | 'income' | 'expense';
    per: readonly ('associate' | 'fund')[];
  }
>;
export type LedgerAccountCode = keyof typeof ledgerAccounts;

/** Recipient of money: an organisation, or a challenge's fund. */
export type Target = { associateId: string | null; socialChallengeId: string | null };

/** Owner part of an account's name. */
const ownerOf = ({ associateId, socialChallengeId }: Target) =>
  associateId === null ? `fund:${socialChallengeId}` : `associate:${associateId}`;

/** Account for money owed to a target. */
export const owedAccount = (target: Target): string => `owed:${ownerOf(target)}`;

/** A target's sub-account: `service-fee:associate:<id>`. */
export const accountOf = (
  code: 'service-fee' | 'handling' | 'overpaid' | 'in-transit' | 'returned',
  target: Target,
): string => `${code}:${ownerOf(target)}`;

/** Splits a line's account into its chart account and the owner ('' for none). */
export function readAccount(account: string): {
  code: LedgerAccountCode;
  owner: 'associate' | 'fund' | '';
  id: string;
} {
  const [, code = '', owner = '', id = ''] =
    /^(owed:(?=associate|fund)|[^:]+)(?::?(associate|fund):(.*))?$/.exec(account) ?? [];
  const full = code === 'owed:' ? `owed:${owner}` : code;
  if (!(full in ledgerAccounts)) throw new Error(`no account is called ${account}`);
  return { code: full as LedgerAccountCode, owner: owner as 'associate' | 'fund' | '', id };
}
