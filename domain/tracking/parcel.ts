import { readCell } from '#domain/values/csv/csv-cell.ts';

/** Who carries a kit; 'other' has no page of its own that we know. */
export const parcelCarriers = ['yamato', 'sagawa', 'other'] as const;
export type ParcelCarrier = (typeof parcelCarriers)[number];

export const parcelCarrierLabels: Record<ParcelCarrier, string> = {
  yamato: 'ヤマト運輸',
  sagawa: '佐川急便',
  other: 'そのほかの運送会社',
};

/** Where everybody can look up a number: it is typed there, so that none stands in an address of ours. */
const trackingPages: Record<ParcelCarrier, string> = {
  yamato: 'https://toi.kuronekoyamato.co.jp/cgi-bin/tneko',
  sagawa: 'https://k2k.sagawa-exp.co.jp/p/sagawa/web/okurijoinput.jsp',
  other: '',
};

/** The carrier's public page for looking up numbers; "" where there is none. */
export const trackingPageOf = (carrier: ParcelCarrier): string => trackingPages[carrier];

/** A kit on its way: which of the boxes, by whom and under which number. */
export type Parcel = { number: number; carrier: ParcelCarrier; trackingNumber: string };

/** 1234-5678-9012, as slips show it. */
export const formatTrackingNumber = (number: string): string =>
  /^\d{12}$/.test(number) ? number.replace(/(\d{4})(?=\d)/g, '$1-') : number;

/**
 * What was typed or read as the number on a slip, also as a spreadsheet left it (="3197…", 3197….0): letters and digits
 * without separators. Undefined for what cannot be one.
 */
export function readTrackingNumber(typed: string): string | undefined {
  const plain = readCell(typed.slice(0, 64))
    .normalize('NFKC')
    .replace(/^(\d+)\.0+$/, '$1')
    .replace(/[\s\-‐‑–—−ー]/g, '')
    .toUpperCase();
  return /^[A-Z0-9]{8,20}$/.test(plain) ? plain : undefined;
}

/** Whether the last of twelve digits is the rest of the eleven before it by seven, as both carriers number slips. */
export function hasRightCheckDigit(carrier: ParcelCarrier, number: string): boolean {
  if (carrier === 'other') return true;
  return /^\d{12}$/.test(number) && Number(number.slice(0, 11)) % 7 === Number(number[11]);
}

/** After so many days without a box or a word, a kit that left counts as silent (docs/product.md, Tracking). */
export const silentAfterDays = 30;
