import * as z from 'zod/mini';
import { Period } from '#money/statements/period.ts';
import type { Classification } from '#organisations/associates/classification.ts';

export const giversPageSize = 50;
/** Gifts per PDF; a longer year is split into several files. */
export const maxDrawnGivers = 2_000;
/** Fiscal years offered: the current one and those within the five years of retention. */
export const giverYearsOffered = 7;

/** Shown where a receipt is requested: what the organisation stores about the person. */
export const giverListNotice =
  '受領証明書をご希望になるか発行されると、団体が法律に基づいて備え置く寄附者名簿と証明書の控えに、お名前・ご住所・金額・受領日が載ります。';

/** Types of organisation that must keep the list (特定非営利活動促進法54条2項1号、62条). */
export const typesWithList: ReadonlySet<Classification> = new Set([
  'approved-npo',
  'specially-approved-npo',
]);
export const keepsGiverList = (classification: Classification): boolean =>
  typesWithList.has(classification);

export const noGiverList = '寄附者名簿は、認定NPO法人と特例認定NPO法人だけがご覧いただけます。';

/** Purposes of reading names and addresses; each read is audited with its purpose. */
export const givingPurposes = ['report', 'keeping', 'check', 'inquiry'] as const;
export const GivingPurpose = z.enum(givingPurposes, '目的を選んでください。');
export type GivingPurpose = z.infer<typeof GivingPurpose>;
export const givingPurposeLabels: Record<GivingPurpose, string> = {
  report: '所轄庁への提出・提示',
  keeping: '事務所への備え置き',
  check: '内容の確認',
  inquiry: '寄付者からのお問い合わせ',
};

/** Why a gift is listed by name: its donor asked for a receipt, one was issued, or the donor agreed to be named. */
export const GiverGround = z.enum(['wished', 'issued', 'agreed']);
export type GiverGround = z.infer<typeof GiverGround>;
export const giverGroundLabels: Record<GiverGround, string> = {
  wished: '受領証明書を希望',
  issued: '受領証明書を発行',
  agreed: '名簿への記載に同意',
};

/** A gift listed by name. */
export const Giver = z.object({
  /** The gift's number in the organisation's own lists; not its 申込番号. */
  giftNumber: z.string(),
  /** YYYY-MM-DD. */
  receivedOn: z.string(),
  name: z.string(),
  address: z.string(),
  amountYen: z.number(),
  /** Null in the line that sums up the unnamed donors. */
  ground: z.nullable(GiverGround),
});
export type Giver = z.infer<typeof Giver>;

/** Gifts that an organisation received in a fiscal year, with and without names. */
export const GiverYear = z.object({
  period: Period,
  giftCount: z.number(),
  giftYen: z.number(),
  namedCount: z.number(),
  namedYen: z.number(),
});
export type GiverYear = z.infer<typeof GiverYear>;

/** Gifts of a year from donors who did not consent to be named. */
export const unnamedOf = ({ giftCount, giftYen, namedCount, namedYen }: GiverYear) => ({
  count: giftCount - namedCount,
  yen: giftYen - namedYen,
});

/** Last line of a list, which makes its sums match the statements. */
export function unnamedLine(year: GiverYear): Giver {
  const { count, yen } = unnamedOf(year);
  const name = `氏名の記載に同意されていない方（${count}件）`;
  return { giftNumber: '', receivedOn: '', name, address: '', amountYen: yen, ground: null };
}
