import * as z from 'zod/mini';
import { Classification } from '#giving/applications/choice-schemas.ts';
import { serviceDay } from '#kit/values/days/day-schema.ts';
import { isDay } from '#kit/values/timestamp.ts';
import { Timestamp } from '#kit/values/timestamp-schema.ts';
import { line, optionalLine, optionalParagraphs } from '#kit/values/typed-text.ts';
import { AssociateState } from './associate-state.ts';

export const adminAssociatesPageSize = 50;

/** Path segments below /admin/associates and in the API; not available as ids. */
const reservedIds = ['new', 'import', 'waiting', 'counts', 'search'];

/** Id of a new organisation: a permanent part of its URL, never given twice. */
export const NewAssociateId = z.string().check(
  z.trim(),
  z.regex(
    /^[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?$/,
    'IDは半角の英小文字・数字・ハイフンで、40文字以内にしてください。はじめと終わりは英数字です。',
  ),
  z.refine((id) => !reservedIds.includes(id), 'このIDは使えません。別のIDにしてください。'),
);

/** Alerts are sent this many days before a certification ends; lists warn from the first on. */
export const alertDays = [90, 30, 7] as const;

export const certificationAlerts = {
  ending: `認定の期限まで${alertDays[0]}日以内`,
  expired: '認定の期限切れ',
} as const;
export type CertificationAlert = keyof typeof certificationAlerts;

/** Whether the latest certification (`endsOn` is its last day, "" for none) needs attention on `today`. */
export function certificationAlertOn(
  endsOn: string,
  today: string,
  warnedUntil: string,
): CertificationAlert | undefined {
  if (endsOn === '') return undefined;
  if (endsOn < today) return 'expired';
  return endsOn <= warnedUntil ? 'ending' : undefined;
}

/** An organisation in the operator's list. */
export const AdminAssociate = z.object({
  id: z.string(),
  name: z.string(),
  nameKana: z.string(),
  classification: Classification,
  state: AssociateState,
  /** Last day of the latest certification; "" without one. */
  certificationEndsOn: z.string(),
  alert: z.nullable(z.enum(['ending', 'expired'])),
  createdAt: Timestamp,
});
export type AdminAssociate = z.infer<typeof AdminAssociate>;

export const AssociateCounts = z.object({
  draft: z.number(),
  published: z.number(),
  paused: z.number(),
  ended: z.number(),
  /** Changes of organisations that wait for review. */
  waiting: z.number(),
});
export type AssociateCounts = z.infer<typeof AssociateCounts>;

export const NewAssociate = z.strictObject({
  name: line('団体の名称', 100),
  /** "" to generate one. */
  id: z.union([z.literal(''), NewAssociateId]),
});
export type NewAssociate = z.infer<typeof NewAssociate>;

const reason = line('理由', 200);

/** Certified NPOs exist since 2001; a certification may be older than the service. */
const [firstCertified, lastCertified] = ['2001-01-01', '2099-12-31'];
const certifiedDay = (message: string) =>
  z
    .string(message)
    .check(z.refine((day) => isDay(day) && firstCertified <= day && day <= lastCertified, message));

export const CertificationDraft = z
  .strictObject({
    number: line('認定の番号', 100),
    authority: line('認定した所轄庁', 100),
    certifiedOn: certifiedDay('認定された日を入力してください。'),
    expiresOn: certifiedDay('期限の日を入力してください。'),
    hasTaxCredit: z.boolean(),
  })
  .check(
    z.refine(({ certifiedOn, expiresOn }) => certifiedOn <= expiresOn, {
      path: ['expiresOn'],
      error: '期限の日は、認定された日より後の日にしてください。',
    }),
  );
export type CertificationDraft = z.infer<typeof CertificationDraft>;
export const Withdrawal = z.strictObject({ reason });

export const agreementPublishing = {
  'at-once': '団体の変更をすぐに公開する',
  'after-look': '運営が確認してから公開する',
} as const;
export type AgreementPublishing = keyof typeof agreementPublishing;

const percentMessage = '手数料は0から100までの数字で、小数は2桁までにしてください。';
/** Per cent as typed, with up to two decimals: "12.5". */
const Percent = z
  .string()
  .check(z.trim(), z.regex(/^(?:100(?:\.0{1,2})?|\d{1,2}(?:\.\d{1,2})?)$/, percentMessage));

/** Basis points of a typed fee. */
export function basisPointsOf(percent: string): number {
  const [whole = '0', part = ''] = percent.split('.');
  return Number(whole) * 100 + Number(part.padEnd(2, '0'));
}

/** A fee as shown: "12.5". */
export const percentOf = (basisPoints: number): string => String(basisPoints / 100);

export const AgreementDraft = z
  .strictObject({
    startsOn: serviceDay('契約の始まる日を入力してください。'),
    endsOn: z.union([z.literal(''), serviceDay('契約の終わる日を確かめてください。')]),
    feePercent: Percent,
    minimumYen: z
      .int('送金の下限は、円の整数で入力してください。')
      .check(
        z.minimum(0, '送金の下限は、0円以上にしてください。'),
        z.maximum(10_000_000, '送金の下限は、1000万円までにしてください。'),
      ),
    handlingYen: z
      .int('送料・作業費は、円の整数で入力してください。')
      .check(
        z.minimum(0, '送料・作業費は、0円以上にしてください。'),
        z.maximum(100_000, '送料・作業費は、10万円までにしてください。'),
      ),
    issuesLateReceipts: z.boolean('あとからの受領証明書を発行するかどうかを選んでください。'),
    publishes: z.enum(
      Object.keys(agreementPublishing) as AgreementPublishing[],
      '公開のしかたを選んでください。',
    ),
    note: optionalParagraphs('メモ', 1_000),
  })
  .check(
    z.refine(({ startsOn, endsOn }) => endsOn === '' || startsOn <= endsOn, {
      path: ['endsOn'],
      error: '契約の終わる日は、始まる日より後の日にしてください。',
    }),
  );
export type AgreementDraft = z.infer<typeof AgreementDraft>;

export const Agreement = z.object({
  id: z.string(),
  startsOn: z.string(),
  /** "" if open-ended. */
  endsOn: z.string(),
  feeBasisPoints: z.number(),
  /** Shipping and handling per box, in yen. */
  handlingYen: z.number(),
  /** Whether receipts are also issued to donors who did not ask for one when applying. */
  issuesLateReceipts: z.boolean(),
  minimumYen: z.number(),
  publishes: z.enum(Object.keys(agreementPublishing) as AgreementPublishing[]),
  note: z.string(),
  createdAt: Timestamp,
});
export type Agreement = z.infer<typeof Agreement>;

/** A change of state; the day is for ends, the note for ends and pauses. */
export const AssociateMove = z.strictObject({
  from: AssociateState,
  to: AssociateState,
  endedOn: z._default(z.union([z.literal(''), serviceDay()]), ''),
  note: z._default(optionalParagraphs('お知らせの文', 500), ''),
});
export type AssociateMove = z.infer<typeof AssociateMove>;

export const CertificationRecord = z.object({
  id: z.number(),
  number: z.string(),
  authority: z.string(),
  certifiedOn: z.string(),
  expiresOn: z.string(),
  hasTaxCredit: z.boolean(),
  withdrawnAt: z.nullable(Timestamp),
});
export type CertificationRecord = z.infer<typeof CertificationRecord>;

/** The operator's data on an organisation, besides its page. */
export const AdminAssociateDetail = z.extend(AdminAssociate, {
  stateNote: z.string(),
  endedOn: z.string(),
  mergedInto: z.string(),
  isDeductible: z.boolean(),
  /** Labels of the fields that publishing still requires. */
  missing: z.array(z.string()),
  certifications: z.array(CertificationRecord),
  agreements: z.array(Agreement),
  /** Link to the seal for receipts; "" without one. */
  seal: z.string(),
  /** The listing application it was created from; "" for none. */
  listingId: z.string(),
});
export type AdminAssociateDetail = z.infer<typeof AdminAssociateDetail>;

/** What a merge moves to the other organisation, and what blocks it. */
export const MergePreview = z.object({
  from: z.object({ id: z.string(), name: z.string() }),
  into: z.object({ id: z.string(), name: z.string() }),
  donations: z.number(),
  donationYen: z.number(),
  applications: z.number(),
  pledges: z.number(),
  people: z.number(),
  activities: z.number(),
  thanks: z.number(),
  /** Annual receipts that no longer match its donations and are reissued. */
  voidedReceipts: z.number(),
  blockers: z.array(z.string()),
});
export type MergePreview = z.infer<typeof MergePreview>;

export const MergeOrder = z.strictObject({
  into: z.string().check(z.maxLength(100)),
  /** Typed name of the organisation that is merged away. */
  confirmation: optionalLine('確認の入力', 100),
});
export type MergeOrder = z.infer<typeof MergeOrder>;

/** A change of an organisation's page that waits for review. */
export const WaitingChange = z.object({
  id: z.string(),
  name: z.string(),
  changedBy: z.string(),
  changedAt: Timestamp,
});
export type WaitingChange = z.infer<typeof WaitingChange>;

export const SendingBack = z.strictObject({ note: reason });
