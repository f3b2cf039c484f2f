import * as z from 'zod/mini';
import { NothingGained } from '#warehouse/results/nothing-gained.ts';

/** YYYY-MM-DD; '' if there is none. */
const day = z.string();
/** Yen; null on a shared trace without sums. */
const yen = z.nullable(z.number());

/** What became of an item: sold by itself or with the rest of its box, still to be sold, or not for sale. */
export const ItemFate = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('sold'), soldOn: day, place: z.string(), soldYen: yen }),
  z.object({ kind: z.literal('sold-together'), soldOn: day, place: z.string() }),
  z.object({ kind: z.literal('waiting') }),
  z.object({ kind: z.literal('not-for-sale') }),
]);
export type ItemFate = z.infer<typeof ItemFate>;

export const TraceItem = z.object({
  name: z.string(),
  quantity: z.number(),
  /** In words; '' if unknown. */
  condition: z.string(),
  appraisedYen: yen,
  /** In the donor's words. */
  destination: z.string(),
  /** Why it has no price; '' if it has one or nothing is stated. */
  reason: z.string(),
  /** Signed paths of its pictures. */
  images: z.array(z.string()),
  fate: ItemFate,
});
export type TraceItem = z.infer<typeof TraceItem>;

/** Where a step of the trace is described further. */
export const stepKeys = [
  'applied',
  'kit-sent',
  'goods-received',
  'appraised',
  'donated',
  'remitted',
  'thanked',
  'confirmed',
  'reported',
  'ended',
] as const;

export const TraceStep = z.object({
  key: z.enum(stepKeys),
  label: z.string(),
  isDone: z.boolean(),
  /** Its date, or when it is promised, in words; '' for neither. */
  note: z.string(),
});
export type TraceStep = z.infer<typeof TraceStep>;

export const TraceSums = z.object({
  appraisedYen: z.number(),
  bonusYen: z.number(),
  feeYen: z.number(),
  handlingYen: z.number(),
});

/** The way of a gift: what was asked for, what came, what each thing brought, and where the money went. */
export const Trace = z.object({
  associateId: z.string(),
  targetName: z.string(),
  recipient: z.enum(['団体', '基金']),
  steps: z.array(TraceStep),
  /** Corrections that hold: what was corrected, and on which day. */
  corrections: z.array(z.object({ on: day, text: z.string() })),
  /** Pieces appraised and priced; null before the result. */
  pieces: z.nullable(z.object({ count: z.number(), priced: z.number() })),
  items: z.array(TraceItem),
  /** Whether a second person checked the result before its donor was notified. */
  isCheckedByTwo: z.boolean(),
  nothingGained: z.optional(NothingGained),
  /** Without a donation, and on a shared trace without sums, undefined. */
  sums: z.optional(TraceSums),
  /** Sales so far; null if nothing was sold yet. */
  sold: z.nullable(z.object({ yen, lastOn: day, isOver: z.boolean() })),
  /** Confirmation and reports of use by the organisation; null before a donation. */
  use: z.nullable(
    z.object({
      confirmedOn: day,
      reports: z.array(z.object({ id: z.string(), title: z.string(), from: day, to: day, yen })),
      unreportedYen: yen,
    }),
  ),
});
export type Trace = z.infer<typeof Trace>;

/** A donor's link to a trace; the address is shown to its donor alone. */
export const TraceLink = z.object({
  id: z.string(),
  url: z.string(),
  showsSums: z.boolean(),
  /** YYYY-MM-DD. */
  createdOn: day,
});
export type TraceLink = z.infer<typeof TraceLink>;

/** Links of a gift that are open at the same time. */
export const maxTraceLinks = 5;

export const TraceLinkRequest = z.strictObject({ showsSums: z.boolean() });
export type TraceLinkRequest = z.infer<typeof TraceLinkRequest>;

export const SharedTraceRequest = z.strictObject({
  token: z.string().check(z.minLength(1), z.maxLength(100, 'リンクが正しくありません。')),
});
