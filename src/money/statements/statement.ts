import * as z from 'zod/mini';
import { formatDate } from '#kit/values/timestamp.ts';
import { formatYen } from '#kit/values/yen.ts';
import { owedItemKinds, owedItemLabels } from '#money/remittances/run.ts';

export const statementsPageSize = 20;
export const statementItemsPageSize = 50;
/** Lines on the PDF; the CSV has all. */
export const maxDrawnItems = 2_000;

/** States of the money of a statement: a withdrawn confirmation keeps its number. */
export const statementStates = ['confirmed', 'returned', 'withdrawn'] as const;
export const StatementState = z.enum(statementStates);
export type StatementState = z.infer<typeof StatementState>;
export const statementStateLabels: Record<StatementState, string> = {
  confirmed: '送金済み',
  returned: '組戻し',
  withdrawn: '取消',
};

/** A day in Asia/Tokyo, YYYY-MM-DD. */
const Day = z.string();

/**
 * Parts of a paid sum in yen: carried over + gifts − fee − handling + corrections + returned
 * transfers + pay-outs from funds. Corrections are split into changes of gifts and of costs.
 */
export const StatementFigures = z.object({
  carriedCount: z.number(),
  /** Gross amount of the carried-over gifts, and the deductions from them. */
  carriedGiftYen: z.number(),
  carriedFeeYen: z.number(),
  carriedHandlingYen: z.number(),
  giftCount: z.number(),
  giftYen: z.number(),
  feeYen: z.number(),
  handlingYen: z.number(),
  correctionGiftYen: z.number(),
  correctionFeeYen: z.number(),
  correctionHandlingYen: z.number(),
  returnYen: z.number(),
  payoutYen: z.number(),
  amountYen: z.number(),
  /**
   * Fee and handling of everything that arrives with it, tax included, also of returned transfers
   * that are sent again.
   */
  chargedFeeYen: z.number(),
  chargedHandlingYen: z.number(),
});
export type StatementFigures = z.infer<typeof StatementFigures>;

/** A returned transfer: its sum, corrections since, and the statement that paid it again. */
export const ReturnedTransfer = z.object({
  /** Statement of the returned transfer. */
  number: z.string(),
  returnedOn: Day,
  reason: z.string(),
  amountYen: z.number(),
  correctionYen: z.number(),
  /** Statement that paid it again; '' until that arrived. */
  againNumber: z.string(),
  againOn: z.nullable(Day),
});
export type ReturnedTransfer = z.infer<typeof ReturnedTransfer>;

/** Sum that is paid again. */
export const againYenOf = ({ amountYen, correctionYen }: ReturnedTransfer): number =>
  amountYen + correctionYen;

const yenInWords = (yen: number) => `${formatYen(yen)}円`;

/** 戻った15,138円から、査定の訂正による1,493円を差し引いた13,645円を、明細書S2026-000002…で改めてお支払いしました。 */
export function returnInWords(returned: ReturnedTransfer): string {
  const { amountYen, correctionYen, againNumber, againOn } = returned;
  const returnedText = `戻った${yenInWords(amountYen)}`;
  if (againOn === null) return `${returnedText}は、次の送金で改めてお支払いします。`;
  const paid =
    correctionYen === 0
      ? returnedText
      : correctionYen < 0
        ? `${returnedText}から査定の訂正による${yenInWords(-correctionYen)}を差し引いた${yenInWords(againYenOf(returned))}`
        : `${returnedText}に査定の訂正による${yenInWords(correctionYen)}を加えた${yenInWords(againYenOf(returned))}`;
  return `${paid}を、明細書${againNumber}（${formatDate(againOn)}着金）で改めてお支払いしました。`;
}

/** Statement of one remittance to an organisation. */
export const Statement = z.object({
  /** Id of the remittance. */
  id: z.string(),
  /** S2026-000001; '' for remittances older than statement numbers. */
  number: z.string(),
  state: StatementState,
  associateName: z.string(),
  periodFrom: Day,
  periodTo: Day,
  /** Null if the money did not arrive. */
  receivedOn: z.nullable(Day),
  returnedOn: z.nullable(Day),
  returnReason: z.string(),
  /** Set if the transfer was returned. */
  cameBack: z.nullable(ReturnedTransfer),
  /** Returned transfers that this one pays again. */
  paidAgain: z.array(ReturnedTransfer),
  /** 銀行 支店 普通 ***4567 ﾀｽｷ; '' for older ones. */
  account: z.string(),
  ...StatementFigures.shape,
});
export type Statement = z.infer<typeof Statement>;

/** A statement in the list; its day is that of the arrival or of its final state. */
export const StatementRow = z.object({
  ...z.pick(Statement, {
    id: true,
    number: true,
    state: true,
    periodFrom: true,
    periodTo: true,
    receivedOn: true,
    returnedOn: true,
    giftCount: true,
    giftYen: true,
    feeYen: true,
    handlingYen: true,
    amountYen: true,
  }).shape,
  day: Day,
  /** Sums of the list: carried-over gifts and resent transfers, corrections and offsets, pay-outs from funds. */
  openingYen: z.number(),
  correctionYen: z.number(),
  payoutYen: z.number(),
});
export type StatementRow = z.infer<typeof StatementRow>;

/** A line of a statement; donors are not named. */
export const StatementItem = z.object({
  id: z.number(),
  number: z.string(),
  state: StatementState,
  receivedOn: z.nullable(Day),
  day: Day,
  kind: z.enum(owedItemKinds),
  /** Whether the gift was carried over from an earlier period. */
  isCarried: z.boolean(),
  /** '' if the line has no gift. */
  giftNumber: z.string(),
  /** The fund, or the returned statement. */
  about: z.string(),
  /** Reason of a correction, pay-out or return. */
  reason: z.string(),
  giftYen: z.number(),
  feeYen: z.number(),
  handlingYen: z.number(),
  amountYen: z.number(),
});
export type StatementItem = z.infer<typeof StatementItem>;
/** Labels of the kinds of lines for the organisation. */
export const statementItemLabels: Record<StatementItem['kind'], string> = {
  ...owedItemLabels,
  payout: '基金からの助成',
};

/** Forecast of the next remittance. */
export const NextRemittance = z.object({
  /** Open items and their sum, negative if offsets exceed the rest. */
  items: z.number(),
  openYen: z.number(),
  /** Part of the offsets that the organisation actually received. */
  overpaidYen: z.number(),
  /** Part of the sum from before the last run's period. */
  carriedYen: z.number(),
  minimumYen: z.number(),
  hasAccount: z.boolean(),
  /** Remittances in preparation or in transit. */
  underWay: z.array(z.object({ id: z.string(), amountYen: z.number(), transferOn: Day })),
  /** Deductions under today's agreement; none without an agreement. */
  terms: z.object({ feeBasisPoints: z.number(), handlingYen: z.number() }),
  hasAgreement: z.boolean(),
});
export type NextRemittance = z.infer<typeof NextRemittance>;

/** Why the open sum would not be paid now; undefined if it would. */
export function whyNotYet({
  openYen,
  minimumYen,
  hasAccount,
}: Pick<NextRemittance, 'openYen' | 'minimumYen' | 'hasAccount'>):
  | 'nothing'
  | 'overpaid'
  | 'below-minimum'
  | 'no-account'
  | undefined {
  if (openYen === 0) return 'nothing';
  if (openYen < 0) return 'overpaid';
  if (openYen < minimumYen) return 'below-minimum';
  return hasAccount ? undefined : 'no-account';
}

export const carriedYenOf = (figures: StatementFigures): number =>
  figures.carriedGiftYen - figures.carriedFeeYen - figures.carriedHandlingYen;

export type StatementLine = readonly [label: string, yen: number, count?: number];

/** Lines of a statement, deductions negative; they add up to the paid sum. */
export const linesOf = (figures: StatementFigures): StatementLine[] =>
  shownLines([
    ['前回までの繰り越し', carriedYenOf(figures), figures.carriedCount],
    ['寄付額', figures.giftYen, figures.giftCount],
    ['事務手数料', -figures.feeYen],
    ['送料・作業費', -figures.handlingYen],
    ...rest(figures),
  ]);

const rest = (figures: StatementFigures): StatementLine[] => [
  ['査定の訂正による寄付額の増減', figures.correctionGiftYen],
  [
    '訂正による費用の増減',
    withoutNegativeZero(-figures.correctionFeeYen - figures.correctionHandlingYen),
  ],
  ['組戻し分の再送金', figures.returnYen],
  ['基金からの助成', figures.payoutYen],
];

const withoutNegativeZero = (yen: number) => (yen === 0 ? 0 : yen);

/** Gifts and costs are always shown; other lines only if not empty. */
const shownLines = (lines: StatementLine[]): StatementLine[] =>
  lines.filter(
    ([label, yen, count]) =>
      yen !== 0 || (count ?? 0) > 0 || ['寄付額', '事務手数料', '送料・作業費'].includes(label),
  );

/** 支払明細書 S2026-000001; for unnumbered ones a general title. */
export const statementTitle = ({ number }: Pick<Statement, 'number'>): string =>
  number === '' ? '支払明細書（以前の送金）' : `支払明細書 ${number}`;
