import * as z from 'zod/mini';
import { AppraisalId } from '#giving/applications/appraisal-number.ts';
import { ApplicationState, ProductKind } from '#giving/applications/choice-schemas.ts';
import { Timestamp } from '#kit/values/timestamp-schema.ts';
import { optionalParagraphs } from '#kit/values/typed-text.ts';

/** Outcomes of a scan, most frequent first. */
export const scanOutcomes = [
  'received',
  'again',
  'extra',
  'cancelled',
  'ended',
  'unknown',
] as const;
export const ScanOutcome = z.enum(scanOutcomes, '結果の指定が正しくありません。');
export type ScanOutcome = z.infer<typeof ScanOutcome>;

/** Label and advice of an outcome, and whether the box may go on to the appraisal. */
export const scanOutcomeFacts: Record<
  ScanOutcome,
  { label: string; advice: string; isGood: boolean }
> = {
  received: { label: '受け付けました', advice: '', isGood: true },
  again: {
    label: '受付済みの箱です',
    advice: 'もう一度数えてはいません。別の箱でしたら、保留の棚へお願いします。',
    isGood: false,
  },
  extra: {
    label: 'お申し込みより多い箱です',
    advice: '届いたことは記録しました。中身を確かめるまで、保留の棚へお願いします。',
    isGood: false,
  },
  cancelled: {
    label: '取り消されたお申し込みです',
    advice: '受け付けていません。保留の棚へお願いします。',
    isGood: false,
  },
  ended: {
    label: '査定が済んだお申し込みです',
    advice: '受け付けていません。保留の棚へお願いします。',
    isGood: false,
  },
  unknown: {
    label: '番号が見つかりません',
    advice: 'お名前や電話番号で探すか、保留の棚へお願いします。',
    isGood: false,
  },
};

/** Longer than any label; the rest of a scan is dropped. */
export const maxCodeLength = 64;
/** Scans per request, in the order of scanning. */
export const maxScansPerRequest = 50;
/** Minutes in which the person who scanned can take it back; later a reason is required. */
export const takeBackMinutes = 10;
export const scansPageSize = 50;

/** Generated on the device, so that a retry counts once. */
const ScanId = z.string().check(z.regex(/^[\w-]{16,64}$/, '読み取りの番号が正しくありません。'));

const SentScan = z.strictObject({
  id: ScanId,
  code: z
    .string()
    .check(
      z.minLength(1, '番号を読み取ってください。'),
      z.maxLength(maxCodeLength, `番号は${maxCodeLength}文字以内です。`),
      z.regex(/^[^\p{Cc}\p{Cs}]*$/u, '番号に使えない文字が含まれています。'),
    ),
  scannedAt: Timestamp,
});
export type SentScan = z.infer<typeof SentScan>;

/** The body of POST /api/office/intake/scans. */
export const SentScans = z.strictObject({
  scans: z
    .array(SentScan)
    .check(
      z.minLength(1, '読み取りを1件以上送ってください。'),
      z.maxLength(maxScansPerRequest, `一度に送れるのは${maxScansPerRequest}件までです。`),
    ),
});
export type SentScans = z.infer<typeof SentScans>;

/** What a person at the door needs to know about a box. */
const BoxCard = z.object({
  appraisalId: AppraisalId,
  /** Which box of its application, and how many were applied for. */
  number: z.nullable(z.number()),
  boxes: z.number(),
  name: z.string(),
  nameKana: z.string(),
  targetName: z.string(),
  products: z.array(ProductKind),
  needReceipt: z.boolean(),
  state: ApplicationState,
  /** Days since its kit was sent; null if none was. */
  kitAgeDays: z.nullable(z.number()),
  /** Numbers of the application's boxes that arrived. */
  came: z.array(z.number()),
  /** When and by whom this box was received. */
  received: z.nullable(z.object({ at: Timestamp, byName: z.string() })),
  /** A result of the application waits for release and may not include this box. */
  isResultWaiting: z.boolean(),
});
export type BoxCard = z.infer<typeof BoxCard>;

/** A scan as stored. */
export const Scan = z.object({
  id: z.string(),
  code: z.string(),
  outcome: ScanOutcome,
  scannedAt: Timestamp,
  receivedAt: Timestamp,
  scannedByName: z.string(),
  takenBackAt: z.nullable(Timestamp),
  takenBackReason: z.string(),
  /** The label named only the application, which has several boxes: this number is the next one. */
  isNumberGuessed: z.boolean(),
  /** The exception created from it. */
  exceptionId: z.nullable(z.string()),
  /** How the caller may take it back now. */
  takeBack: z.enum(['free', 'with-reason', 'none']),
  card: z.nullable(BoxCard),
});
export type Scan = z.infer<typeof Scan>;

/** Name of the scanned box, or the raw code if the application is unknown. */
export const scannedBox = ({ card, code }: Scan): string =>
  card ? `${card.appraisalId}　${boxWords(card)}` : code;

/** Whether a box arrived although its application's result waits for release. */
export const arrivesLate = ({ outcome, takenBackAt, card }: Scan): boolean =>
  (outcome === 'received' || outcome === 'extra') &&
  takenBackAt === null &&
  card?.isResultWaiting === true;

/** Whether a scan needs no attention. */
export const isFine = (scan: Scan): boolean =>
  scanOutcomeFacts[scan.outcome].isGood && !arrivesLate(scan);

/** Body of POST /api/office/intake/scans/:id/take-back; a reason is required after ten minutes. */
export const TakeBack = z.strictObject({ reason: optionalParagraphs('理由', 300) });
export type TakeBack = z.infer<typeof TakeBack>;

/** "2箱目（全3箱）"; beyond the applied boxes "4箱目（お申し込みは3箱）". */
export function boxWords({ number, boxes }: Pick<BoxCard, 'number' | 'boxes'>): string {
  if (number === null) return `全${boxes}箱`;
  return number > boxes
    ? `${number}箱目（お申し込みは${boxes}箱）`
    : `${number}箱目（全${boxes}箱）`;
}
