import * as z from 'zod/mini';
import { AppraisalId } from '#giving/applications/appraisal-number.ts';
import { ApplicationState } from '#giving/applications/choice-schemas.ts';
import { Role } from '#kit/permissions/roles.ts';
import { Timestamp } from '#kit/values/timestamp-schema.ts';
import { Account } from '#people/accounts/account.ts';
import { AdminMail } from '#people/mail/admin-mail.ts';
import { contactKinds } from '#people/messages/contact-message.ts';

export const donorsPageSize = 50;
/** Entries per page of a list on a donor's page. */
export const donorEntriesPageSize = 20;

/** Uid of a registered person, or application number of a guest. */
export const DonorId = z
  .string()
  .check(z.regex(/^[\w-]{1,64}$/, '寄付者の番号が正しくありません。'));

/** Path of a donor's page; for a guest it has the application's number. */
export const donorPath = ({ id, isGuest }: { id: string; isGuest: boolean }): string =>
  isGuest ? `/admin/donors/guest/${id}` : `/admin/donors/${id}`;

/** A row of the operator's list of donors and guests. */
export const DonorLine = z.object({
  id: z.string(),
  isGuest: z.boolean(),
  name: z.string(),
  nameKana: z.string(),
  email: z.string(),
  tel: z.string(),
  role: Role,
  isLocked: z.boolean(),
  /** Creation of the account, or of a guest's newest application. */
  createdAt: Timestamp,
});
export type DonorLine = z.infer<typeof DonorLine>;

/** Accepted version of a legal text, and the application it came with, if not with registration. */
const Consent = z.object({
  textKind: z.string(),
  version: z.number(),
  appraisalId: z.nullable(AppraisalId),
  at: Timestamp,
});

/** A merge that involved this donor. */
const DonorMerge = z.object({
  id: z.string(),
  /** The other record. */
  other: z.object({ id: z.string(), isGuest: z.boolean() }),
  /** True if the other record was merged into this one. */
  isInto: z.boolean(),
  mergedAt: Timestamp,
  undoneAt: z.nullable(Timestamp),
});

/** How a registered person signs in. */
const SignInFacts = z.object({
  isVerified: z.boolean(),
  /** The password and the linked services. */
  methods: z.array(z.string()),
  hasSecondFactor: z.boolean(),
  sessions: z.number(),
  lastSeenAt: z.nullable(Timestamp),
  lockedAt: z.nullable(Timestamp),
});

/** A donor or guest for the operator; the page's lists are loaded separately. */
export const Donor = z.object({
  id: z.string(),
  isGuest: z.boolean(),
  role: Role,
  /** For a guest, the data of the newest application. */
  account: Account,
  createdAt: Timestamp,
  signIn: z.nullable(SignInFacts),
  /** Set for a guest whose e-mail belongs to an account. */
  memberId: z.nullable(z.string()),
  donations: z.object({ count: z.number(), amountYen: z.number() }),
  /** Set if the newest mail to the address was rejected for good or bounced. */
  unreachable: z.nullable(
    z.object({ mailId: z.string(), lastError: z.string(), since: Timestamp }),
  ),
  consents: z.array(Consent),
  merges: z.array(DonorMerge),
});
export type Donor = z.infer<typeof Donor>;

const DonorApplication = z.object({
  appraisalId: AppraisalId,
  targetName: z.string(),
  state: ApplicationState,
  identity: z.enum(['not-needed', 'due', 'submitted', 'approved', 'rejected']),
  isByPhone: z.boolean(),
  createdAt: Timestamp,
});
export type DonorApplication = z.infer<typeof DonorApplication>;

/** An operator's note on a donor; `body` is null if it was withdrawn. */
export const DonorNote = z.object({
  id: z.string(),
  body: z.string(),
  byName: z.string(),
  createdAt: Timestamp,
  withdrawnAt: z.nullable(Timestamp),
});
export type DonorNote = z.infer<typeof DonorNote>;

/** Lists on a donor's page, each with the schema of an entry. */
export const donorEntries = {
  applications: DonorApplication,
  donations: z.object({
    id: z.string(),
    appraisalId: AppraisalId,
    targetName: z.string(),
    amountYen: z.number(),
    donatedAt: Timestamp,
  }),
  mails: AdminMail,
  messages: z.object({
    id: z.string(),
    kind: z.enum(contactKinds),
    message: z.string(),
    answeredAt: z.nullable(Timestamp),
    createdAt: Timestamp,
  }),
  receipts: z.object({
    number: z.string(),
    kind: z.enum(['donation', 'year']),
    associateName: z.string(),
    year: z.number(),
    amountYen: z.number(),
    issuedAt: Timestamp,
  }),
  checks: DonorApplication,
  pledges: z.object({
    id: z.string(),
    appraisalId: AppraisalId,
    state: z.string(),
    text: z.string(),
    pledgedAt: Timestamp,
  }),
  notes: DonorNote,
} as const;
export type DonorPart = keyof typeof donorEntries;
export type DonorEntries = { [Part in DonorPart]: z.infer<(typeof donorEntries)[Part]> };

export const donorPartLabels: Record<DonorPart, string> = {
  applications: '申し込み',
  donations: '寄付',
  mails: 'メール',
  messages: 'お問い合わせ',
  receipts: '受領証明書',
  checks: '本人確認',
  pledges: '#mypledge',
  notes: 'メモ',
};
export const donorParts = Object.keys(donorEntries) as DonorPart[];
