import type { RemittanceState } from '#domain/remittances/run.ts';

/** Months from one to another, both YYYY-MM and among them; without a first one from the beginning of the books. */
export type Months = { from?: string | undefined; to?: string | undefined };

/** The lines behind a figure: of an account, in these months. */
export const linesPath = (account: string, { from, to }: Months = {}): string =>
  `/admin/ledger/lines?${new URLSearchParams({
    account,
    ...(from && { month: from }),
    ...(to && to !== from && { until: to }),
  })}`;

/** The transfers whose arrival is booked in these months, to an organisation where one is named. */
export const arrivedPath = ({ from, to }: Months, associateId?: string): string =>
  `/admin/remittances/transfers?${new URLSearchParams({
    ...(associateId && { associateId }),
    ...(from && { arrivedFrom: from }),
    ...(to && { arrivedTo: to }),
  })}`;

/** The transfers behind a figure, of an organisation where one is named. */
export const transfersPath = (state: RemittanceState, associateId?: string): string =>
  `/admin/remittances/transfers?${new URLSearchParams({ state, ...(associateId && { associateId }) })}`;
