import * as z from 'zod/mini';
import { owedItemKinds, owedItemLabels } from '#domain/remittances/run.ts';
import { formatDate } from '#domain/values/timestamp.ts';
import { formatYen } from '#domain/values/yen.ts';

export const statementsPageSize = 20;
export const statementItemsPageSize = 50;
/** So many lines stand on the PDF; the CSV has them all. */
export const mostDrawnItems = 2_000;

/** What became of the money that a statement is about: a taken back confirmation keeps its number. */
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
 * Parts of a sum paid, in yen: carried over + gifts − fee − handling + corrections + returned transfers + grants of funds.
 * A correction is split into what it changes of gifts and of the costs that the organisation bears.
 */
export const StatementFigures = z.object({
  carriedCount: z.number(),
  /** Of the gifts carried over: their worth, and what was kept of it. */
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
  /** Fee and handling of all that arrives by it, tax included: those of transfers that came back and are sent again too. */
  chargedFeeYen: z.number(),
  chargedHandlingYen: z.number(),
});
export type StatementFigures = z.infer<typeof StatementFigures>;

/** What became of a transfer that came back: its sum, what corrections changed of it since, and by what it was paid again. */
export const ReturnedTransfer = z.object({
  /** Statement of the transfer that came back. */
  number: z.string(),
  returnedOn: Day,
  reason: z.string(),
  amountYen: z.number(),
  correctionYen: z.number(),
  /** Statement that paid it again; '' until it arrived. */
  againNumber: z.string(),
  againOn: z.nullable(Day),
});
export type ReturnedTransfer = z.infer<typeof ReturnedTransfer>;

/** Paid again, once it was. */
export const againYenOf = ({ amountYen, correctionYen }: ReturnedTransfer): number =>
  amountYen + correctionYen;

const yenInWords = (yen: number) => `${formatYen(yen)}円`;

/** 戻った15,138円から、査定の訂正による1,493円を差し引いた13,645円を、明細書S2026-000002…で改めてお支払いしました。 */
export function returnInWords(returned: ReturnedTransfer): string {
  const { amountYen, correctionYen, againNumber, againOn } = returned;
  const back = `戻った${yenInWords(amountYen)}`;
  if (againOn === null) return `${back}は、次の送金で改めてお支払いします。`;
  const paid =
    correctionYen === 0
      ? back
      : correctionYen < 0
        ? `${back}から査定の訂正による${yenInWords(-correctionYen)}を差し引いた${yenInWords(againYenOf(returned))}`
        : `${back}に査定の訂正による${yenInWords(correctionYen)}を加えた${yenInWords(againYenOf(returned))}`;
  return `${paid}を、明細書${againNumber}（${formatDate(againOn)}着金）で改めてお支払いしました。`;
}

/** One remittance to an organisation, as its statement says it. */
export const Statement = z.object({
  /** Of the remittance. */
  id: z.string(),
  /** S2026-000001; '' of remittances of before statements were numbered. */
  number: z.string(),
  state: StatementState,
  associateName: z.string(),
  periodFrom: Day,
  periodTo: Day,
  /** Null where the money did not arrive after all. */
  receivedOn: z.nullable(Day),
  returnedOn: z.nullable(Day),
  returnReason: z.string(),
  /** Of one that came back: what became of it. */
  cameBack: z.nullable(ReturnedTransfer),
  /** Transfers that came back and are paid again by this one. */
  paidAgain: z.array(ReturnedTransfer),
  /** 銀行 支店 普通 ***4567 ﾀｽｷ; '' of those of before. */
  account: z.string(),
  ...StatementFigures.shape,
});
export type Statement = z.infer<typeof Statement>;

/** A statement in the list: its day is that of arrival, or of what became of it instead. */
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
  /** Gifts carried over and transfers sent again, corrections and offsets, pay-outs of funds. */
  openingYen: z.number(),
  correctionYen: z.number(),
  payoutYen: z.number(),
});
export type StatementRow = z.infer<typeof StatementRow>;

/** One line of what a statement is made of; of whom a gift is, it does not say. */
export const StatementItem = z.object({
  id: z.number(),
  number: z.string(),
  state: StatementState,
  receivedOn: z.nullable(Day),
  day: Day,
  kind: z.enum(owedItemKinds),
  /** Whether a gift of an earlier period waited for this remittance. */
  isCarried: z.boolean(),
  /** '' where no gift is behind it. */
  giftNumber: z.string(),
  /** Which fund, or which statement came back. */
  about: z.string(),
  /** Why there is a correction, a pay-out or a return. */
  reason: z.string(),
  giftYen: z.number(),
  feeYen: z.number(),
  handlingYen: z.number(),
  amountYen: z.number(),
});
export type StatementItem = z.infer<typeof StatementItem>;
/** What each kind of line is for the organisation. */
export const statementItemLabels: Record<StatementItem['kind'], string> = {
  ...owedItemLabels,
  payout: '基金からの助成',
};

/** What an organisation can expect of the next remittance. */
export const NextRemittance = z.object({
  /** Items that nothing has taken yet, and their sum: below 0 where more is set off than is due. */
  items: z.number(),
  openYen: z.number(),
  /** Of what is set off, the part that the organisation really has. */
  overpaidYen: z.number(),
  /** Of it, from before the last run's period. */
  carriedYen: z.number(),
  minimumYen: z.number(),
  hasAccount: z.boolean(),
  /** What is being prepared or on its way. */
  underWay: z.array(z.object({ id: z.string(), amountYen: z.number(), transferOn: Day })),
  /** What the service keeps by the agreement of today; without an agreement nothing. */
  terms: z.object({ feeBasisPoints: z.number(), handlingYen: z.number() }),
  hasAgreement: z.boolean(),
});
export type NextRemittance = z.infer<typeof NextRemittance>;

/** Why what is open would not be paid now; undefined where it would. */
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

/** The lines of a statement as they are added up: what is kept is negative, and together they are what is paid. */
export const linesOf = (figures: StatementFigures): StatementLine[] =>
  present([
    ['前回までの繰り越し', carriedYenOf(figures), figures.carriedCount],
    ['寄付額', figures.giftYen, figures.giftCount],
    ['事務手数料', -figures.feeYen],
    ['送料・作業費', -figures.handlingYen],
    ...rest(figures),
  ]);

const rest = (figures: StatementFigures): StatementLine[] => [
  ['査定の訂正による寄付額の増減', figures.correctionGiftYen],
  ['訂正による費用の増減', zeroOr(-figures.correctionFeeYen - figures.correctionHandlingYen)],
  ['組戻し分の再送金', figures.returnYen],
  ['基金からの助成', figures.payoutYen],
];

const zeroOr = (yen: number) => (yen === 0 ? 0 : yen);

/** Gifts and costs always stand there; the others where there is something. */
const present = (lines: StatementLine[]): StatementLine[] =>
  lines.filter(
    ([label, yen, count]) =>
      yen !== 0 || (count ?? 0) > 0 || ['寄付額', '事務手数料', '送料・作業費'].includes(label),
  );

/** 支払明細書 S2026-000001; of before numbers by its day. */
export const statementTitle = ({ number }: Pick<Statement, 'number'>): string =>
  number === '' ? '支払明細書（以前の送金）' : `支払明細書 ${number}`;
