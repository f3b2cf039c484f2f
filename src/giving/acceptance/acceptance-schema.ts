import * as z from 'zod/mini';
import { Prefecture, ProductKind } from '#giving/applications/choice-schemas.ts';
import type { productKinds } from '#giving/applications/goods.ts';
import { mostPromisedDays } from '#giving/promised-days/promised-days.ts';
import { serviceDay } from '#kit/values/days/day-schema.ts';
import { line, optionalLine, paragraphs } from '#kit/values/typed-text.ts';
import { lawfulSellerAge } from '#warehouse/identity-checks/seller-age.ts';
import { mostBoxes, mostDaysAhead, type Offer, oldestLowestAge, weekdays } from './acceptance.ts';

const whole = (label: string, least: number, most: number) => {
  const message = `${label}は、${least}から${most}までの間で選んでください。`;
  return z.int(message).check(z.minimum(least, message), z.maximum(most, message));
};
const isSet = (list: readonly unknown[]) => new Set(list).size === list.length;
const note = optionalLine('ひとこと', 100);
const maxClosedDays = 100;
const maxPostalCodes = 200;

const shape = {
  products: z
    .array(ProductKind)
    .check(
      z.minLength(1, 'お引き受けするお品物を1つ以上選んでください。'),
      z.refine(isSet, 'お品物の選び方をご確認ください。'),
    ),
  maxBoxes: whole('箱の数', 1, mostBoxes),
  sellerAge: whole('買取寄付の年齢', lawfulSellerAge, oldestLowestAge),
  giftAge: whole('団体への寄付の年齢', 0, oldestLowestAge),
  offersBuyBack: z.boolean(),
  unservedPrefectures: z
    .array(Prefecture)
    .check(z.maxLength(46, 'お届けする都道府県を、1つは残してください。')),
  unservedPostalCodes: z.array(z.string().check(z.maxLength(20))).check(
    z.maxLength(maxPostalCodes, `郵便番号は${maxPostalCodes}行以内で入力してください。`),
    z.refine(
      (codes) => codes.every((code) => /^(?:\d{2,7})?$/.test(code)),
      '郵便番号は、はじめの2桁から7桁までの数字を、1行に1つずつ入力してください。',
    ),
  ),
  unservedMessage: paragraphs('お届けできない方への言葉', 200),
  firstDay: whole('はじめの日', 1, mostDaysAhead),
  lastDay: whole('おわりの日', 1, mostDaysAhead),
  promisedDays: z.strictObject({
    kit: whole('箱の発送までの日数', 1, mostPromisedDays),
    appraisal: whole('査定までの日数', 1, mostPromisedDays),
    remittance: whole('送金までの日数', 1, mostPromisedDays),
  }),
};

/** The acceptance settings as the operator edits them. */
export const Acceptance = z
  .strictObject({
    ...shape,
    productNotes: z.strictObject({
      clothes: note,
      bags: note,
      shoes: note,
      accessories: note,
      watches: note,
      jewelry: note,
      gold: note,
      other: note,
    } satisfies Record<(typeof productKinds)[number], unknown>),
    weekdays: z
      .array(z.enum(weekdays, '曜日を一覧から選んでください。'))
      .check(
        z.minLength(1, '箱を発送する曜日を1つ以上選んでください。'),
        z.refine(isSet, '曜日の選び方をご確認ください。'),
      ),
    closesOnHolidays: z.boolean(),
    closedDays: z
      .array(
        z.strictObject({
          day: serviceDay('休業日を選んでください。'),
          reason: line('休業の理由', 50),
        }),
      )
      .check(z.maxLength(maxClosedDays, `休業日は${maxClosedDays}日まで登録できます。`)),
  })
  .check(
    z.refine(({ firstDay, lastDay }) => firstDay <= lastDay, {
      path: ['lastDay'],
      error: 'おわりの日は、はじめの日よりあとにしてください。',
    }),
  );

/** Response of GET /api/acceptance. */
export const OfferAnswer: z.ZodMiniType<Offer> = z.strictObject({
  ...shape,
  productNotes: z.partialRecord(ProductKind, note),
  closedDays: z.array(serviceDay()),
  termsVersion: z.int(),
});

/** A named day of the operator's calendar. */
export const Holiday = z.strictObject({ day: z.string(), name: z.string() });
export type Holiday = z.infer<typeof Holiday>;
