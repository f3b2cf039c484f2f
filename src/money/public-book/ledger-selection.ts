/** A part of the ledger: of an organisation, a fund (by its challenge) or a month, YYYY-MM. */
export type LedgerSelection = {
  associate?: string | undefined;
  fund?: string | undefined;
  month?: string | undefined;
};

/** Query of the page, for its cache. */
export const ledgerParameters = ['associate', 'fund', 'month', 'cursor'];

const patterns = {
  associate: /^[a-z0-9-]{1,40}$/,
  fund: /^[a-z-]{1,40}$/,
  month: /^20\d\d-(?:0[1-9]|1[0-2])$/,
} as const;

/** The selection of an address; undefined if a part of it is malformed. */
export function readLedgerSelection(url: URL): LedgerSelection | undefined {
  const selection: LedgerSelection = {};
  for (const name of ['associate', 'fund', 'month'] as const) {
    const value = url.searchParams.get(name);
    if (value === null) continue;
    if (!patterns[name].test(value)) return undefined;
    selection[name] = value;
  }
  return selection;
}

/** Address of a part of the ledger. */
export function ledgerPath(selection: LedgerSelection & { cursor?: string | undefined }): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(selection)) if (value) query.set(name, value);
  const text = query.toString();
  return text === '' ? '/ledger' : `/ledger?${text}`;
}
