import * as z from 'zod/mini';

export const maxBankAnswerBytes = 10 * 1024 * 1024;
/** So many rows of a file are handed back raw, to choose columns by. */
export const sampleRowCount = 8;
/** Of each group so many rows are told; `rowCounts` says how many there are. */
export const mostGroupRows = 300;

const Column = z
  .int('列を選んでください。')
  .check(z.minimum(0, '列を選んでください。'), z.maximum(99, '列は100列めまでです。'));

/**
 * Where in the rows of a bank's statement what stands, counted from 0. One column may be both withdrawal and deposit
 * (negative is paid out); `headerRow` is the row of the headings, counted from 0, or null where there is none.
 */
export const BankColumns = z.strictObject({
  date: Column,
  withdrawal: Column,
  deposit: Column,
  description: Column,
  headerRow: z.nullable(Column),
});
export type BankColumns = z.infer<typeof BankColumns>;

/** What the operator says of a row that fits several transfers: which it is, or none of ours (null). */
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
  /** Rows that are about no transfer of ours; nothing of them is kept. */
  unrelated: z.number(),
  errors: z.array(z.object({ row: z.number(), column: z.string(), message: z.string() })),
  /** How many there are of each group, of which at most `mostGroupRows` are told. */
  rowCounts: z.object({
    transfers: z.number(),
    totals: z.number(),
    returns: z.number(),
    ambiguous: z.number(),
    errors: z.number(),
  }),
});
export type BankAnswerResult = z.infer<typeof BankAnswerResult>;
