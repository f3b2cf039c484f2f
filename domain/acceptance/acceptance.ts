import type { DeliveryDays } from '#domain/applications/delivery.ts';
import { type ProductKind, productKinds } from '#domain/applications/goods.ts';
import { lawfulSellerAge } from '#domain/identity-checks/seller-age.ts';
import { deliveredPromisedDays, type PromisedDays } from '#domain/promised-days/promised-days.ts';
import type { Prefecture } from '#domain/values/prefecture.ts';
import { weekdayOf } from '#domain/values/timestamp.ts';

/** As many boxes as an application may ever ask for; the operator may accept fewer. */
export const mostBoxes = 5;
/** As far ahead as a day may ever be chosen. */
export const mostDaysAhead = 60;
export const oldestLowestAge = 30;

/** As weekdayOf counts them (domain/values/timestamp.ts). */
export const weekdays = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const;
export type Weekday = (typeof weekdays)[number];

/** Whether kits leave on the weekday of a day YYYY-MM-DD. */
export const isWorkday = (leaving: readonly Weekday[], day: string): boolean =>
  leaving.some((weekday) => weekday === weekdays[weekdayOf(day)]);

/** What the operator accepts, from whom and where, and when kits leave (docs/product.md, What is accepted). */
export type Acceptance = {
  products: ProductKind[];
  /** A word on each kind, "" for none. */
  productNotes: Record<ProductKind, string>;
  maxBoxes: number;
  /** The youngest who may sell; never below what the law asks. */
  sellerAge: number;
  /** The youngest who may give to an organisation, 0 for anybody; minors with a guardian's consent. */
  giftAge: number;
  offersBuyBack: boolean;
  unservedPrefectures: Prefecture[];
  /** Beginnings of postal codes, two to seven digits: islands, for one. */
  unservedPostalCodes: string[];
  /** What people there are told. */
  unservedMessage: string;
  /** The first and the last day that can be chosen for the kit, in days ahead. */
  firstDay: number;
  lastDay: number;
  /** On which days of the week kits leave. */
  weekdays: Weekday[];
  closesOnHolidays: boolean;
  /** Days of its own on which no kit leaves. */
  closedDays: { day: string; reason: string }[];
  /** How soon an application goes on, in days (docs/product.md, Promised days). */
  promisedDays: PromisedDays;
};

/** What holds until the operator publishes something else. */
export const deliveredAcceptance: Acceptance = {
  products: [...productKinds],
  productNotes: {
    clothes: '',
    bags: '',
    shoes: '',
    accessories: '',
    watches: '',
    jewelry: '',
    gold: '',
    other: '',
  },
  maxBoxes: mostBoxes,
  sellerAge: lawfulSellerAge,
  giftAge: 0,
  offersBuyBack: true,
  unservedPrefectures: [],
  unservedPostalCodes: [],
  unservedMessage: '申し訳ありません。この地域へは、ただいま箱をお届けできません。',
  firstDay: 3,
  lastDay: 14,
  weekdays: [...weekdays],
  closesOnHolidays: false,
  closedDays: [],
  promisedDays: deliveredPromisedDays,
};

/** What the form offers today, made of it on the server, which alone knows the holidays. */
export type Offer = Omit<
  Acceptance,
  'productNotes' | 'weekdays' | 'closesOnHolidays' | 'closedDays'
> &
  DeliveryDays & {
    /** Of the kinds that have one. */
    productNotes: Partial<Record<ProductKind, string>>;
    /** The number of the terms that hold. */
    termsVersion: number;
  };

/** Whether no kit is sent to an address. */
export const isUnserved = (
  {
    unservedPrefectures,
    unservedPostalCodes,
  }: Pick<Offer, 'unservedPrefectures' | 'unservedPostalCodes'>,
  { prefecture, zipcode }: { prefecture: string; zipcode: string },
): boolean => {
  const digits = zipcode.replaceAll(/\D/g, '');
  return (
    unservedPrefectures.some((one) => one === prefecture) ||
    unservedPostalCodes.some((beginning) => beginning !== '' && digits.startsWith(beginning))
  );
};
