import { api } from '#kit/client/api.ts';
import { send } from '#kit/client/send.ts';
import type { Account } from '#people/accounts/account.ts';
import type { Receipt, ReceiptGroup, ReceiptRequest } from './receipt.ts';

/** The donor's gifts by year and recipient, the receipts issued for them, and their current name and address. */
export type OwnReceipts = {
  groups: ReceiptGroup[];
  receipts: Receipt[];
  account: Pick<Account, 'names' | 'address'>;
};

export async function loadOwnReceipts(): Promise<OwnReceipts> {
  const [groups, receipts, account] = await Promise.all([
    send('GET /api/users/receipts/possible'),
    send('GET /api/users/receipts'),
    api<Account>('/api/users/account'),
  ]);
  return { groups, receipts, account };
}

type WithoutDetails<Request> = Request extends unknown
  ? Omit<Request, 'donor' | 'replaces'>
  : never;
/** The subject of a receipt: one donation, or a year's donations to an organisation. */
export type PaperSubject = WithoutDetails<ReceiptRequest>;

/** The valid receipt on a subject. */
export function receiptFor(
  subject: PaperSubject,
  receipts: readonly Receipt[],
): Receipt | undefined {
  return receipts.find(
    (one) =>
      one.kind === subject.kind &&
      one.state === 'valid' &&
      (subject.kind === 'donation'
        ? one.appraisalIds.includes(subject.appraisalId)
        : one.year === subject.year && one.associateId === subject.associateId),
  );
}

/** The valid receipts that list one of these gifts; a new receipt on the gifts replaces them. */
export const validReceiptsOn = (
  appraisalIds: readonly string[],
  receipts: readonly Receipt[],
): Receipt[] =>
  receipts.filter(
    (one) =>
      one.state === 'valid' && one.appraisalIds.some((number) => appraisalIds.includes(number)),
  );

/** The receipts including a new one, with those that it replaces marked. */
export function withIssued(receipts: readonly Receipt[], issued: Receipt): Receipt[] {
  const others = receipts.filter(({ number }) => number !== issued.number);
  return [
    issued,
    ...others.map((one) =>
      one.state === 'valid' && issued.replaces.includes(one.number)
        ? {
            ...one,
            ...{ state: 'replaced' as const, endedAt: issued.issuedAt, replacedBy: issued.number },
          }
        : one,
    ),
  ];
}

/** A year's deductible gifts, by kind of relief; amounts in yen. */
export type DeductibleSum = { creditYen: number; deductionYen: number };

export function deductibleSum(groups: readonly ReceiptGroup[]): DeductibleSum {
  const sumOf = (relief: ReceiptGroup['relief']) =>
    groups
      .filter((group) => group.relief === relief)
      .reduce((sum, { amountYen }) => sum + amountYen, 0);
  return { creditYen: sumOf('credit-or-deduction'), deductionYen: sumOf('deduction') };
}
