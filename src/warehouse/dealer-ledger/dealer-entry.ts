import * as z from 'zod/mini';
import { markForm } from '#kit/numbers/generation-mark.ts';
import { serviceDay } from '#kit/values/days/day-schema.ts';
import { Timestamp } from '#kit/values/timestamp-schema.ts';
import { line, paragraphs } from '#kit/values/typed-text.ts';
import { identityMethods, notConfirmedMethod } from '#warehouse/identity-checks/methods.ts';

export const dealerEntriesPageSize = 50;
/** Lines per printed file; a longer period is printed in parts. */
export const maxPrintedEntries = 5_000;

export const entryWays = ['purchase', 'consignment', 'cancelled'] as const;
export type EntryWay = (typeof entryWays)[number];
export const entryWayLabels: Record<EntryWay, string> = {
  purchase: '買受け',
  consignment: '委託',
  cancelled: '取消し',
};

export const entryNumberPattern = new RegExp(`^\\d{4}${markForm}-\\d{6,9}$`);

/** A line of the dealer's ledger. */
export const DealerEntry = z.object({
  number: z.string(),
  appraisalId: z.string(),
  itemPosition: z.number(),
  tradedOn: z.string(),
  way: z.enum(entryWays),
  kind: z.string(),
  quantity: z.number(),
  feature: z.string(),
  priceYen: z.number(),
  partyName: z.string(),
  partyAddress: z.string(),
  partyOccupation: z.string(),
  partyAge: z.number(),
  identityMethod: z.string(),
  letterNumber: z.string(),
  letterSentOn: z.nullable(z.string()),
  letterDeliveredOn: z.nullable(z.string()),
  taxNote: z.string(),
  enteredBy: z.string(),
  enteredAt: Timestamp,
  keptUntil: z.string(),
  /** Number of the line that this one corrects; "" for none. */
  corrects: z.string(),
  correctionReason: z.string(),
  /** Number of the line that corrects this one; "" for none. */
  correctedBy: z.string(),
});
export type DealerEntry = z.infer<typeof DealerEntry>;

const wholeNumber = (label: string, least: number, most: number) =>
  z
    .int(`${label}を数字で入力してください。`)
    .check(
      z.minimum(least, `${label}は${least}以上の数字で入力してください。`),
      z.maximum(most, `${label}が大きすぎます。`),
    );

/** A day that may be unknown. */
const optionalDay = z.union([z.literal(''), serviceDay()]);

/** The values of a correcting line, and the reason. */
export const EntryCorrection = z
  .strictObject({
    tradedOn: serviceDay('取引の日を入力してください。'),
    kind: line('品目', 100),
    quantity: wholeNumber('数量', 1, 100_000),
    feature: line('特徴', 300),
    priceYen: wholeNumber('代価', 0, 100_000_000),
    partyName: line('お名前', 80),
    partyAddress: line('ご住所', 200),
    partyOccupation: line('ご職業', 60),
    partyAge: wholeNumber('年齢', 0, 150),
    identityMethod: z.enum(
      [...identityMethods, notConfirmedMethod],
      '本人確認の方法を選んでください。',
    ),
    letterNumber: z.string().check(z.regex(/^[\w-]{0,40}$/, '郵便の番号を確かめてください。')),
    letterSentOn: optionalDay,
    letterDeliveredOn: optionalDay,
    reason: paragraphs('訂正の理由', 300),
  })
  .check(
    z.refine(
      ({ letterSentOn, letterDeliveredOn }) =>
        letterDeliveredOn === '' || (letterSentOn !== '' && letterSentOn <= letterDeliveredOn),
      {
        path: ['letterDeliveredOn'],
        message: '到達の日は、発送の日からあとにしてください。',
      },
    ),
  );
export type EntryCorrection = z.infer<typeof EntryCorrection>;
