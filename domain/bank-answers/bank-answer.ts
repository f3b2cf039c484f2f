import * as z from 'zod/mini';
import { bankLineKinds } from '#domain/bank-lines/bank-line.ts';
import { Timestamp } from '#domain/values/timestamp-schema.ts';
import { BankColumns } from './bank-columns.ts';

export const bankAnswersPageSize = 20;
export const bankAnswerRowsPageSize = 50;

/** So many rows of a file are handed back raw, to choose columns by; more where its headings stand further down. */
export const sampleRowCount = 8;
/** Of each group so many rows are told; `rowCounts` says how many there are. */
export const mostGroupRows = 300;

/** What the operator says of a row that fits several transfers: which it is. Null leaves a row out, whatever it fits. */
export const BankAnswerChoice = z.strictObject({
  row: z.int().check(z.minimum(1)),
  remittanceId: z.nullable(
    z.string().check(z.regex(/^[\w:-]{1,100}$/, '指定が正しくありません。')),
  ),
});
export type BankAnswerChoice = z.infer<typeof BankAnswerChoice>;
/** The part `choices` of an upload, as JSON. */
export const BankAnswerChoices = z.array(BankAnswerChoice).check(z.maxLength(1000));

/** A row as a spreadsheet counts it, from 1, with its day (YYYY-MM-DD) and yen. */
const rowFacts = { row: z.number(), day: z.string(), amountYen: z.number() };
const Transfer = z.object({ ...rowFacts, remittanceId: z.string(), targetName: z.string() });

/**
 * What a bank's statement does, or would do: the dry run and the upload say the same. Without columns that can be read,
 * `columns` is null, the groups are empty, and the rows are there to choose by.
 */
export const BankAnswerResult = z.object({
  encoding: z.enum(['UTF-8', 'Shift_JIS']),
  columns: z.nullable(BankColumns),
  /** The version of the remembered columns, which the upload names. */
  columnsVersion: z.number(),
  /** What was proposed, in short: an upload names what its operator saw, and is refused where it is another by now. */
  seen: z.string(),
  /** When the same file was taken before, and by whom. */
  takenBefore: z.nullable(z.object({ at: Timestamp, by: z.string() })),
  sampleRows: z.array(z.array(z.string())),
  rows: z.number(),
  /** Rows that an earlier upload brought. */
  known: z.number(),
  /** One withdrawal for one organisation: it becomes 送金済み. */
  transfers: z.array(Transfer),
  /** One withdrawal for all that is still on its way of a run: the whole run becomes 送金済み. */
  totals: z.array(
    z.object({ ...rowFacts, runId: z.string(), runNumber: z.string(), count: z.number() }),
  ),
  /** A deposit: the transfer came back. */
  returns: z.array(z.extend(Transfer, { description: z.string() })),
  /** Rows that fit several transfers, and for which nothing is chosen yet: nothing is done with them. */
  ambiguous: z.array(
    z.object({
      ...rowFacts,
      /** `withdrawal` confirms what is chosen, `deposit` notes its return. */
      direction: z.enum(['withdrawal', 'deposit']),
      description: z.string(),
      candidates: z.array(z.object({ remittanceId: z.string(), targetName: z.string() })),
    }),
  ),
  /** Rows of transfers that were noted by hand before: they are kept, and do nothing more. */
  booked: z.number(),
  /** Rows that are about no transfer of ours, by the sign of their sum: they are booked as what they say, or as 不明. */
  lines: z.array(z.object({ ...rowFacts, description: z.string(), kind: z.enum(bankLineKinds) })),
  errors: z.array(z.object({ row: z.number(), column: z.string(), message: z.string() })),
  /** How many there are of each group, of which at most `mostGroupRows` are told. */
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

/** An upload that was taken. */
export const BankAnswer = z.object({
  id: z.string(),
  fileName: z.string(),
  /** SHA-256 of its bytes, in hex. */
  fileHash: z.string(),
  rows: z.number(),
  /** Of its rows, those that were about our transfers. */
  transfers: z.number(),
  totals: z.number(),
  returns: z.number(),
  /** Its rows that were about none. */
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

/** A row of an upload that was taken. */
export const BankAnswerRow = z.object({
  ...rowFacts,
  kind: z.enum(bankAnswerRowKinds),
  remittanceId: z.string(),
  runId: z.string(),
  /** The organisation, or the number of the run. */
  targetName: z.string(),
  /** What a row is that is about no transfer. */
  lineKind: z.nullable(z.enum(bankLineKinds)),
  takenBackAt: z.nullable(Timestamp),
});
export type BankAnswerRow = z.infer<typeof BankAnswerRow>;
