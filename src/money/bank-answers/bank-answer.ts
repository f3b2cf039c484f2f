import * as z from 'zod/mini';
import { Timestamp } from '#kit/values/timestamp-schema.ts';
import { bankLineKinds } from '#money/bank-lines/bank-line.ts';
import { BankColumns } from './bank-columns.ts';
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

export const bankAnswersPageSize = 20;
export const bankAnswerRowsPageSize = 50;

/** Rows returned raw for choosing columns; more if the headings are further down. */
export const sampleRowCount = 8;
/** Rows returned per group; `rowCounts` has the totals. */
export const maxGroupRows = 300;

/** The operator's choice for a row that matches several transfers; null skips the row. */
export const BankAnswerChoice = z.strictObject({
  row: z.int().check(z.minimum(1)),
  remittanceId: z.nullable(
    z.string().check(z.regex(/^[\w:-]{1,100}$/, '指定が正しくありません。')),
  ),
});
export type BankAnswerChoice = z.infer<typeof BankAnswerChoice>;
/** The part `choices` of an upload, as JSON. */
export const BankAnswerChoices = z.array(BankAnswerChoice).check(z.maxLength(1000));

/** Row number as in a spreadsheet, from 1, with its day (YYYY-MM-DD) and yen. */
const rowFacts = { row: z.number(), day: z.string(), amountYen: z.number() };
const Transfer = z.object({ ...rowFacts, remittanceId: z.string(), targetName: z.string() });

/**
 * Effect of a bank statement, the same for dry run and upload. If no columns are recognised,
 * `columns` is null, the groups are empty and `sampleRows` is for choosing them.
 */
export const BankAnswerResult = z.object({
  encoding: z.enum(['UTF-8', 'Shift_JIS']),
  columns: z.nullable(BankColumns),
  /** Version of the remembered columns; the upload sends it back. */
  columnsVersion: z.number(),
  /** Fingerprint of the proposal. The upload sends back what its operator saw and is refused if it is stale. */
  seen: z.string(),
  /** Set if the same file was uploaded before. */
  takenBefore: z.nullable(z.object({ at: Timestamp, by: z.string() })),
  sampleRows: z.array(z.array(z.string())),
  rows: z.number(),
  /** Rows known from an earlier upload. */
  known: z.number(),
  /** One withdrawal for one organisation: becomes 送金済み. */
  transfers: z.array(Transfer),
  /** One withdrawal for everything of a run that is still in transit: the whole run becomes 送金済み. */
  totals: z.array(
    z.object({ ...rowFacts, runId: z.string(), runNumber: z.string(), count: z.number() }),
  ),
  /** A deposit: the transfer was returned. */
  returns: z.array(z.extend(Transfer, { description: z.string() })),
  /** Rows that match several transfers and need a choice; skipped until then. */
  ambiguous: z.array(
    z.object({
      ...rowFacts,
      /** `withdrawal` confirms the chosen transfer, `deposit` records its return. */
      direction: z.enum(['withdrawal', 'deposit']),
      description: z.string(),
      candidates: z.array(z.object({ remittanceId: z.string(), targetName: z.string() })),
    }),
  ),
  /** Rows of transfers that were already recorded manually: kept, without further effect. */
  booked: z.number(),
  /** Rows unrelated to our transfers, signed; booked by their description or as 不明. */
  lines: z.array(z.object({ ...rowFacts, description: z.string(), kind: z.enum(bankLineKinds) })),
  errors: z.array(z.object({ row: z.number(), column: z.string(), message: z.string() })),
  /** Size of each group; at most `maxGroupRows` rows of it are returned. */
  rowCounts: z.object({
    transfers: z.number(),
    totals: z.number(),
    returns: z.number(),
    ambiguous: z.number(),
    lines: z.number(),
    errors: z.number(),
  }),
});
export type BankAnswerResult = z.infer<typeof BankAnswerResult>;

/** An accepted upload. */
export const BankAnswer = z.object({
  id: z.string(),
  fileName: z.string(),
  /** SHA-256 of the file in hex. */
  fileHash: z.string(),
  rows: z.number(),
  /** Rows that matched our transfers. */
  transfers: z.number(),
  totals: z.number(),
  returns: z.number(),
  /** Rows that matched none. */
  lines: z.number(),
  uploadedBy: z.string(),
  uploadedAt: Timestamp,
});
export type BankAnswer = z.infer<typeof BankAnswer>;

export const bankAnswerRowKinds = ['transfer', 'total', 'returned', 'line'] as const;
export const bankAnswerRowLabels: Record<(typeof bankAnswerRowKinds)[number], string> = {
  transfer: '着金',
  total: '送金まるごとの着金',
  returned: '組戻し',
  line: 'そのほかの入出金',
};

/** A row of an accepted upload. */
export const BankAnswerRow = z.object({
  ...rowFacts,
  kind: z.enum(bankAnswerRowKinds),
  remittanceId: z.string(),
  runId: z.string(),
  /** The organisation, or the run's number. */
  targetName: z.string(),
  /** Kind of a row that matches no transfer. */
  lineKind: z.nullable(z.enum(bankLineKinds)),
  takenBackAt: z.nullable(Timestamp),
});
export type BankAnswerRow = z.infer<typeof BankAnswerRow>;
