import * as z from 'zod/mini';
import type { StatementFigures } from './statement.ts';

/** Consumption tax on fee and handling in per cent; both are tax-inclusive (内税). */
export const taxRate = 10;

/** Tax included in a sum, rounded down once per invoice. */
export const taxWithin = (yen: number): number => {
  const tax = Math.trunc((yen * taxRate) / (100 + taxRate));
  return tax === 0 ? 0 : tax;
};

/** Invoice data of a statement, for fee and handling. */
export const Invoice = z.object({
  issuerName: z.string(),
  /** T and thirteen digits; '' for an unregistered issuer. */
  registration: z.string(),
  recipientName: z.string(),
  feeYen: z.number(),
  handlingYen: z.number(),
  /** Fee and handling together, tax included. */
  chargedYen: z.number(),
  taxYen: z.number(),
});
export type Invoice = z.infer<typeof Invoice>;

export const invoiceOf = (
  { chargedFeeYen, chargedHandlingYen }: StatementFigures,
  names: Pick<Invoice, 'issuerName' | 'registration' | 'recipientName'>,
): Invoice => {
  const chargedYen = chargedFeeYen + chargedHandlingYen;
  return {
    ...names,
    feeYen: chargedFeeYen,
    handlingYen: chargedHandlingYen,
    chargedYen,
    taxYen: taxWithin(chargedYen),
  };
};

export const noRegistration = '適格請求書発行事業者の登録はありません';

/** 登録番号 T1234567890123, or a note that there is none. */
export const registrationLine = (registration: string): string =>
  registration === '' ? noRegistration : `登録番号　${registration}`;
