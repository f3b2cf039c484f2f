import type { RemittanceState } from '#domain/remittances/run.ts';

/** The lines behind a figure: of an account, in a month where one is named. */
export const linesPath = (account: string, month?: string): string =>
  `/admin/ledger/lines?${new URLSearchParams({ account, ...(month && { month }) })}`;

/** The transfers behind a figure, of an organisation where one is named. */
export const transfersPath = (state: RemittanceState, associateId?: string): string =>
  `/admin/remittances/transfers?${new URLSearchParams({ state, ...(associateId && { associateId }) })}`;
