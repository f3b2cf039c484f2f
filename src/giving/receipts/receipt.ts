import * as z from 'zod/mini';
import { AppraisalId } from '#giving/applications/appraisal-number.ts';
import { markForm } from '#kit/numbers/generation-mark.ts';
import { streetOf } from '#kit/values/postal/written-address.ts';
import { unifyHyphens } from '#kit/values/text-width.ts';
import { formatDate } from '#kit/values/timestamp.ts';
import { Timestamp } from '#kit/values/timestamp-schema.ts';
import { leavesNothing } from '#money/ledger/fees.ts';
import {
  type Classification,
  classifications,
  isDeductible,
} from '#organisations/associates/classification.ts';
import { Registration, SentAddress } from '#people/accounts/account.ts';
import { noLateReceipt, notReceivedYet } from './receipt-rule.ts';

const numberForm = new RegExp(`^\\d{4}${markForm}-\\d{6}$`);
const codeForm = /^[0-9A-HJKMNP-TV-Z]{4}(?:-[0-9A-HJKMNP-TV-Z]{4}){2}$/;
const lookAlikes: Record<string, string> = { I: '1', L: '1', O: '0' };

const bareLetters = (text: string): string =>
  unifyHyphens(text.slice(0, 64)).normalize('NFKC').toUpperCase().replace(/[\s-]/g, '');

/**
 * Normalises a typed receipt number of any width and hyphens: YYYY-NNNNNN, or YYYYB-NNNNNN with the
 * generation mark after a restored backup; otherwise returns it as typed.
 */
export function tidyReceiptNumber(text: string): string {
  const bare = bareLetters(text).replace(/^NO\.?/, '');
  const number = bare.replace(/^(.*)(.{6})$/, '$1-$2');
  return numberForm.test(number) ? number : text.trim();
}

/** Normalises a typed receipt code: XXXX-XXXX-XXXX of Crockford's letters; otherwise returns it as typed. */
export function tidyReceiptCode(text: string): string {
  const letters = bareLetters(text).replace(/[ILO]/g, (letter) => lookAlikes[letter] ?? letter);
  const code = letters.replace(/^(.{4})(.{4})(.{4})$/, '$1-$2-$3');
  return codeForm.test(code) ? code : text.trim();
}

/** Number and code copied from a receipt, for verification. */
export const ReceiptCheck = z.strictObject({
  number: z.string('証明書番号を入力してください。').check(
    z.overwrite(tidyReceiptNumber),
    z.refine((text) => text !== '', { error: '証明書番号を入力してください。', abort: true }),
    z.refine(
      (text) => numberForm.test(text),
      '証明書番号は、4桁の年と6桁の数字です（例：2026-000123）。年のあとに英字が付くものもあります。',
    ),
  ),
  code: z.string('確認コードを入力してください。').check(
    z.overwrite(tidyReceiptCode),
    z.refine((text) => text !== '', { error: '確認コードを入力してください。', abort: true }),
    z.refine((text) => codeForm.test(text), '確認コードは、4文字ずつ3組の英数字です。'),
  ),
});
export type ReceiptCheck = z.infer<typeof ReceiptCheck>;

/** Valid years of gifts: four digits, from the service's first year. */
export const receiptYears = { first: 2017, last: 2099 } as const;
const yearMessage = `年は、${receiptYears.first}から${receiptYears.last}までの数字で指定してください。`;
const yearOfGifts = z
  .int(yearMessage)
  .check(z.minimum(receiptYears.first, yearMessage), z.maximum(receiptYears.last, yearMessage));

export const ReceiptKind = z.enum(['donation', 'year'], '証明書の種類を選んでください。');
export type ReceiptKind = z.infer<typeof ReceiptKind>;

/** Name and address for a receipt. */
export const ReceiptDonor = z.strictObject(
  { ...Registration.shape, address: SentAddress },
  'お名前とご住所を入力してください。',
);
export type ReceiptDonor = z.infer<typeof ReceiptDonor>;

/** Name and address as a receipt prints them. */
export const writtenDonor = ({ lastName, firstName, address }: ReceiptDonor) => ({
  donorName: `${lastName} ${firstName}`.trim(),
  donorAddress: [
    `〒${address.zipcode.slice(0, 3)}-${address.zipcode.slice(3)}`,
    streetOf(address),
    address.building,
  ]
    .filter((part) => part !== '')
    .join(' '),
});

const receiptNumber = z.string().check(z.maxLength(20));
const requestFields = {
  donor: ReceiptDonor,
  /** Valid papers on the same gifts, as the donor saw them; the new paper replaces them. */
  replaces: z._default(z.array(receiptNumber).check(z.maxLength(500)), []),
};

/** Request for a receipt: on one donation, or on a year's donations to an organisation. */
export const ReceiptRequest = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('donation'), appraisalId: AppraisalId, ...requestFields }),
  z.strictObject({
    kind: z.literal('year'),
    year: yearOfGifts,
    associateId: z.string().check(z.minLength(1), z.maxLength(100)),
    ...requestFields,
  }),
]);
export type ReceiptRequest = z.infer<typeof ReceiptRequest>;

/** Request to reissue a receipt; with a donor, under another name or address. */
export const ReissueRequest = z.strictObject({ donor: z.optional(ReceiptDonor) });
export type ReissueRequest = z.infer<typeof ReissueRequest>;

/** State of a paper; replaced and void are final. */
export const PaperState = z.enum(['valid', 'replaced', 'void']);
export type PaperState = z.infer<typeof PaperState>;

const paperEnd = {
  state: PaperState,
  /** When and why it ended; empty while it is valid. */
  endedAt: z.union([Timestamp, z.literal('')]),
  endReason: z.string(),
  /** Number of the replacing paper; else empty. */
  replacedBy: z.string(),
};

/** An issued receipt; amounts in yen. */
export const Receipt = z.object({
  number: z.string(),
  kind: ReceiptKind,
  associateId: z.string(),
  associateName: z.string(),
  /** Gifts on the paper; empty for annual papers voided before papers became records. */
  appraisalIds: z.array(z.string()),
  year: z.number(),
  amountYen: z.number(),
  donorName: z.string(),
  issuedAt: Timestamp,
  /** Numbers of the papers that it replaces. */
  replaces: z.array(z.string()),
  ...paperEnd,
});
export type Receipt = z.infer<typeof Receipt>;

/** A donation and its eligibility: `reason` says why no receipt can be issued; else it is empty. */
export const ReceiptDonation = z.object({
  appraisalId: AppraisalId,
  amountYen: z.number(),
  donatedAt: Timestamp,
  /** Day on which the organisation received it, YYYY-MM-DD; "" until then. */
  receivedOn: z.string(),
  reason: z.string(),
});

/** A donor's gifts to one recipient in a tax year. */
export const ReceiptGroup = z.object({
  /** Empty for a fund. */
  associateId: z.string(),
  associateName: z.string(),
  /** Null until the money arrives, since the year is not known before. */
  year: z.nullable(z.number()),
  /** Sum on an annual receipt; donations without a receipt are excluded. */
  amountYen: z.number(),
  relief: z.enum(['credit-or-deduction', 'deduction', 'furusato', 'none']),
  reason: z.string(),
  donations: z.array(ReceiptDonation),
});
export type ReceiptGroup = z.infer<typeof ReceiptGroup>;

/** Public verification result for a number and code: facts of the paper, no personal data. */
export const ReceiptVerdict = z.discriminatedUnion('verdict', [
  z.object({ verdict: z.literal('unknown') }),
  z.object({
    verdict: z.literal('known'),
    number: z.string(),
    kind: ReceiptKind,
    associateName: z.string(),
    year: z.number(),
    amountYen: z.number(),
    issuedAt: Timestamp,
    replaces: z.array(z.string()),
    ...paperEnd,
  }),
]);
export type ReceiptVerdict = z.infer<typeof ReceiptVerdict>;

/** Validity in days YYYY-MM-DD, both included. */
type Validity = { certifiedOn: string; expiresOn: string };

/** Facts that decide on a receipt for a donation. */
export type ReceiptGrounds = {
  amountYen: number;
  /** Cost borne by the organisation, in yen. */
  feeYen: number;
  handlingYen: number;
  /** Day on which the organisation received it; undefined until then. */
  receivedOn: string | undefined;
  /** Whether the donor wished for a receipt when applying. */
  isWished: boolean;
  /** Undefined for a fund. */
  associate:
    | {
        classification: Classification;
        certifications: readonly Validity[];
        /** Whether receipts are also issued to donors who did not ask for one when applying. */
        issuesLate: boolean;
      }
    | undefined;
};

const holdsOn = (day: string) => (one: Validity) => one.certifiedOn <= day && day <= one.expiresOn;

/** The certification valid on a day; of several the one that ends last. */
export function certificationOn<One extends Validity>(
  certifications: readonly One[],
  day: string,
): One | undefined {
  return certifications
    .filter(holdsOn(day))
    .sort((a, b) => (a.expiresOn < b.expiresOn ? 1 : -1))
    .at(0);
}

/**
 * Why a donation gets no receipt; undefined if it gets one (docs/product.md, Receipts). The day of
 * receipt decides: the gift is deductible if the organisation was eligible on that day.
 */
export function whyNoReceipt(grounds: ReceiptGrounds): string | undefined {
  const { associate, amountYen, receivedOn, isWished } = grounds;
  if (!associate) {
    return '基金への寄付は、受け取る団体がお申し込みのときに決まっていないため、受領証明書の発行はありません。';
  }
  const { classification, certifications, issuesLate } = associate;
  const { label, deductible } = classifications[classification];
  if (!deductible) {
    return `この団体（${label}）への寄付は寄付金控除の対象ではないため、受領証明書の発行はありません。`;
  }
  if (amountYen <= 0) return '寄付の金額が0円のため、受領証明書の発行はありません。';
  if (leavesNothing(grounds)) {
    return '団体が負担する費用を差し引くと団体に届く額が0円になるため、受領証明書の発行はありません。';
  }
  if (!isWished && !issuesLate) return noLateReceipt;
  if (receivedOn === undefined) return notReceivedYet;
  const certification = certificationOn(certifications, receivedOn);
  return isDeductible({ classification, certification }, receivedOn)
    ? undefined
    : `寄付金が団体へ届いた日（${formatDate(receivedOn)}）に、この団体の認定が有効だったことを確認できないため、受領証明書を発行できません。`;
}
