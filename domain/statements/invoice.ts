import * as z from 'zod/mini';
import type { StatementFigures } from './statement.ts';

/** Consumption tax on fee and handling, per cent; both are charged with the tax in them (内税). */
export const taxRate = 10;

/** Tax within a sum that includes it; the fraction of a yen is dropped, once for each invoice. */
export const taxWithin = (yen: number): number => {
  const tax = Math.trunc((yen * taxRate) / (100 + taxRate));
  return tax === 0 ? 0 : tax;
};

/** What a statement says as an invoice of fee and handling. */
export const Invoice = z.object({
  issuerName: z.string(),
  /** T and thirteen digits; '' of an issuer that is not registered. */
  registration: z.string(),
  recipientName: z.string(),
  feeYen: z.number(),
  handlingYen: z.number(),
  /** Both together, with the tax in them. */
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

/** 登録番号 T1234567890123, or that there is none. */
export const registrationLine = (registration: string): string =>
  registration === '' ? noRegistration : `登録番号　${registration}`;
