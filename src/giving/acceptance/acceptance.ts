import type { DeliveryDays } from '#giving/applications/delivery.ts';
import { type ProductKind, productKinds } from '#giving/applications/goods.ts';
import { defaultPromisedDays, type PromisedDays } from '#giving/promised-days/promised-days.ts';
import type { Prefecture } from '#kit/values/prefecture.ts';
import { weekdayOf } from '#kit/values/timestamp.ts';
import { lawfulSellerAge } from '#warehouse/identity-checks/seller-age.ts';

/** Hard limit of boxes per application; the operator may set a lower one. */
export const mostBoxes = 5;
/** Hard limit for a delivery date, in days ahead. */
export const mostDaysAhead = 60;
export const oldestLowestAge = 30;

/** In the order of weekdayOf (src/kit/values/timestamp.ts). */
export const weekdays = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const;
export type Weekday = (typeof weekdays)[number];

/** Whether kits leave on the weekday of `day` (YYYY-MM-DD). */
export const isWorkday = (leaving: readonly Weekday[], day: string): boolean =>
  leaving.some((weekday) => weekday === weekdays[weekdayOf(day)]);

/**
 * The acceptance settings: goods, ages, areas, and the days on which kits leave (docs/product.md,
 * What is accepted).
 */
export type Acceptance = {
  products: ProductKind[];
  /** A note per kind; "" for none. */
  productNotes: Record<ProductKind, string>;
  maxBoxes: number;
  /** Minimum age for a buy-back; never below the legal minimum. */
  sellerAge: number;
  /** Minimum age for gifts to organisations, 0 for no minimum; minors need a guardian's consent. */
  giftAge: number;
  offersBuyBack: boolean;
  unservedPrefectures: Prefecture[];
  /** Prefixes of postal codes, two to seven digits, such as those of remote islands. */
  unservedPostalCodes: string[];
  /** Shown for addresses in these areas. */
  unservedMessage: string;
  /** First and last day that can be chosen for the kit, in days ahead. */
  firstDay: number;
  lastDay: number;
  /** Days of the week on which kits leave. */
  weekdays: Weekday[];
  closesOnHolidays: boolean;
  /** The operator's own holidays, on which no kit leaves. */
  closedDays: { day: string; reason: string }[];
  /** Promised processing times in days (docs/product.md, Promised days). */
  promisedDays: PromisedDays;
};

/** Defaults until the operator publishes other settings. */
export const defaultAcceptance: Acceptance = {
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
  promisedDays: defaultPromisedDays,
};

/** The form's offer for today; built on the server, since only it knows the holidays. */
export type Offer = Omit<
  Acceptance,
  'productNotes' | 'weekdays' | 'closesOnHolidays' | 'closedDays'
> &
  DeliveryDays & {
    /** Only kinds with a note. */
    productNotes: Partial<Record<ProductKind, string>>;
    /** Version number of the current terms. */
    termsVersion: number;
  };

/** Whether an address lies in an area that is not served. */
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
