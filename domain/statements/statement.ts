import * as z from 'zod/mini';
import { owedItemKinds } from '#domain/remittances/run.ts';

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
 * What a sum paid is made of, in yen: carried over + gifts − fee − handling + corrections + offsets + returned transfers +
 * pay-outs of funds. Offsets are what was paid too much before, and never above 0.
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
  correctionYen: z.number(),
  offsetYen: z.number(),
  returnYen: z.number(),
  payoutYen: z.number(),
  amountYen: z.number(),
});
export type StatementFigures = z.infer<typeof StatementFigures>;

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
  /** The statement by which what came back was sent once more; '' while it was not. */
  sentAgainBy: z.string(),
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

/** All that arrived in a calendar year. */
export const StatementYear = z.object({
  year: z.number(),
  /** Remittances that arrived, and statements of what did not. */
  remittances: z.number(),
  voids: z.number(),
  ...StatementFigures.shape,
});
export type StatementYear = z.infer<typeof StatementYear>;

/** What an organisation can expect of the next remittance. */
export const NextRemittance = z.object({
  /** Items that nothing has taken yet, and their sum: below 0 where more was paid than is due. */
  items: z.number(),
  openYen: z.number(),
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
    ['寄付', figures.giftYen, figures.giftCount],
    ['事務手数料', -figures.feeYen],
    ['送料・作業費', -figures.handlingYen],
    ...rest(figures),
  ]);

/** The same of a year, in which gifts that were carried over are gifts as any other. */
export const yearLinesOf = (figures: StatementFigures): StatementLine[] => {
  const { giftYen, giftCount, feeYen, handlingYen } = withCarried(figures);
  return present([
    ['寄付', giftYen, giftCount],
    ['事務手数料', -feeYen],
    ['送料・作業費', -handlingYen],
    ...rest(figures),
  ]);
};

/** Gifts and what was kept of them, those carried over among them. */
export const withCarried = (figures: StatementFigures) => ({
  giftCount: figures.giftCount + figures.carriedCount,
  giftYen: figures.giftYen + figures.carriedGiftYen,
  feeYen: figures.feeYen + figures.carriedFeeYen,
  handlingYen: figures.handlingYen + figures.carriedHandlingYen,
});

const rest = (figures: StatementFigures): StatementLine[] => [
  ['査定の訂正による追加', figures.correctionYen],
  ['送金しすぎた額との差し引き', figures.offsetYen],
  ['組戻し分の再送金', figures.returnYen],
  ['基金からの支払い', figures.payoutYen],
];

/** Gifts and fees always stand there; the others where there is something. */
const present = (lines: StatementLine[]): StatementLine[] =>
  lines.filter(
    ([label, yen, count]) =>
      yen !== 0 || (count ?? 0) > 0 || ['寄付', '事務手数料', '送料・作業費'].includes(label),
  );

/** 支払明細書 S2026-000001; of before numbers by its day. */
export const statementTitle = ({ number }: Pick<Statement, 'number'>): string =>
  number === '' ? '支払明細書（以前の送金）' : `支払明細書 ${number}`;
