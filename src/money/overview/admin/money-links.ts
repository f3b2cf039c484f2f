import type { RemittanceState } from '#money/remittances/run.ts';

/** An inclusive range of months YYYY-MM; without `from`, since the beginning of the books. */
export type Months = { from?: string | undefined; to?: string | undefined };

/** Path of the lines behind a figure: of an account, in these months. */
export const linesPath = (account: string, { from, to }: Months = {}): string =>
  `/admin/ledger/lines?${new URLSearchParams({
    account,
    ...(from && { month: from }),
    ...(to && to !== from && { until: to }),
  })}`;

/** Path of the transfers whose arrival is booked in these months, optionally of one organisation. */
export const arrivedPath = ({ from, to }: Months, associateId?: string): string =>
  `/admin/remittances/transfers?${new URLSearchParams({
    ...(associateId && { associateId }),
    ...(from && { arrivedFrom: from }),
    ...(to && { arrivedTo: to }),
  })}`;

/** Path of the transfers behind a figure, optionally of one organisation. */
export const transfersPath = (state: RemittanceState, associateId?: string): string =>
  `/admin/remittances/transfers?${new URLSearchParams({ state, ...(associateId && { associateId }) })}`;
