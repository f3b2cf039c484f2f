import { readCell } from '#kit/values/csv/csv-cell.ts';

/** Carriers of kits; 'other' has no known tracking page. */
export const parcelCarriers = ['yamato', 'sagawa', 'other'] as const;
export type ParcelCarrier = (typeof parcelCarriers)[number];

export const parcelCarrierLabels: Record<ParcelCarrier, string> = {
  yamato: 'ヤマト運輸',
  sagawa: '佐川急便',
  other: 'そのほかの運送会社',
};

/** Public tracking pages. The number is typed there, so that it is in no URL of ours. */
const trackingPages: Record<ParcelCarrier, string> = {
  yamato: 'https://toi.kuronekoyamato.co.jp/cgi-bin/tneko',
  sagawa: 'https://k2k.sagawa-exp.co.jp/p/sagawa/web/okurijoinput.jsp',
  other: '',
};

/** Tracking page of a carrier; "" if there is none. */
export const trackingPageOf = (carrier: ParcelCarrier): string => trackingPages[carrier];

/** A kit under way: box number, carrier, tracking number. */
export type Parcel = { number: number; carrier: ParcelCarrier; trackingNumber: string };

/** 1234-5678-9012, as on slips. */
export const formatTrackingNumber = (number: string): string =>
  /^\d{12}$/.test(number) ? number.replace(/(\d{4})(?=\d)/g, '$1-') : number;

/**
 * Normalises a typed or scanned slip number, also as a spreadsheet left it (="3197…", 3197….0):
 * letters and digits without separators. Undefined if it cannot be one.
 */
export function readTrackingNumber(typed: string): string | undefined {
  const plain = readCell(typed.slice(0, 64))
    .normalize('NFKC')
    .replace(/^(\d+)\.0+$/, '$1')
    .replace(/[\s\-‐‑–—−ー]/g, '')
    .toUpperCase();
  return /^[A-Z0-9]{8,20}$/.test(plain) ? plain : undefined;
}

/** Whether the last of twelve digits equals the first eleven modulo 7, as both carriers number slips. */
export function hasRightCheckDigit(carrier: ParcelCarrier, number: string): boolean {
  if (carrier === 'other') return true;
  return /^\d{12}$/.test(number) && Number(number.slice(0, 11)) % 7 === Number(number[11]);
}

/** Days without a box or news after which a sent kit counts as silent (docs/product.md, Tracking). */
export const silentAfterDays = 30;
