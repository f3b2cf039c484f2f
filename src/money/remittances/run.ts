import * as z from 'zod/mini';
import { serviceDay } from '#kit/values/days/day-schema.ts';
import { Timestamp } from '#kit/values/timestamp-schema.ts';
import { line, optionalLine } from '#kit/values/typed-text.ts';
import { BankAccount } from '#money/bank-accounts/bank-account.ts';
import { bankLayoutKeys } from './bank-layouts.ts';

export const runsPageSize = 20;
export const remittancesPageSize = 50;
/** So many are confirmed by hand at once, by their ids; more go together as the whole run. */
export const mostConfirmedAtOnce = 200;

export const runStates = ['draft', 'approved', 'filed', 'sent', 'done', 'dropped'] as const;
export const RunState = z.enum(runStates, '絞り込みの指定が正しくありません。');
export type RunState = z.infer<typeof RunState>;
export const runStateLabels: Record<RunState, string> = {
  draft: '準備中',
  approved: '承認済み',
  filed: 'ファイル作成済み',
  sent: '送金中',
  done: '完了',
  dropped: '取りやめ',
};

export const remittanceStates = ['prepared', 'sent', 'confirmed', 'returned', 'taken-out'] as const;
export const RemittanceState = z.enum(remittanceStates, '絞り込みの指定が正しくありません。');
export type RemittanceState = z.infer<typeof RemittanceState>;
export const remittanceStateLabels: Record<RemittanceState, string> = {
  prepared: '準備中',
  sent: '送金中',
  confirmed: '送金済み',
  returned: '組戻し',
  'taken-out': '除外',
};

export const carriedReasons = {
  'below-minimum': '送金の下限に満たないため、次回に繰り越します。',
  'no-account': '振込先の口座が登録されていないため、次回に繰り越します。',
  'account-blocked': '振込が戻ってきた口座のため、口座の変更か確認が済むまで次回に繰り越します。',
  'nothing-payable': '査定の訂正による差し引きで、お支払いする額がありません。',
} as const;
export type CarriedReason = keyof typeof carriedReasons;

/** A day in Asia/Tokyo, YYYY-MM-DD. */
const Day = z.string();

export const Run = z.object({
  id: z.string(),
  /** YYYY-NNN. */
  number: z.string(),
  periodFrom: Day,
  periodTo: Day,
  transferOn: Day,
  state: RunState,
  /** Organisations that are paid, and yen. */
  remittances: z.number(),
  amountYen: z.number(),
  confirmed: z.number(),
  confirmedYen: z.number(),
  returned: z.number(),
  returnedYen: z.number(),
  createdAt: Timestamp,
  createdBy: z.string(),
  approvedAt: z.nullable(Timestamp),
  approvedBy: z.string(),
  sentAt: z.nullable(Timestamp),
  sentBy: z.string(),
  endedAt: z.nullable(Timestamp),
  dropReason: z.string(),
  version: z.number(),
});
export type Run = z.infer<typeof Run>;

/** Something to be mended (error) or looked at (warning): before the file is made, or where an arrival could not be recorded. */
export const RunProblem = z.object({
  level: z.enum(['error', 'warning']),
  /** Remittance of the problem; '' for the whole run. */
  remittanceId: z.string(),
  targetName: z.string(),
  message: z.string(),
});
export type RunProblem = z.infer<typeof RunProblem>;

export const TransferFile = z.object({
  id: z.string(),
  number: z.number(),
  remittances: z.number(),
  amountYen: z.number(),
  transferOn: Day,
  /** The number of the file that this one replaces; 0 for none. */
  replacesNumber: z.number(),
  isReplaced: z.boolean(),
  reason: z.string(),
  madeBy: z.string(),
  madeAt: Timestamp,
});
export type TransferFile = z.infer<typeof TransferFile>;

export const RunDetail = z.object({
  run: Run,
  payer: BankAccount,
  /** The newest first. */
  files: z.array(TransferFile),
  problems: z.array(RunProblem),
  problemCounts: z.object({ error: z.number(), warning: z.number() }),
  /** Organisations carried over; `blocked` counts those with a blocked account. */
  carried: z.object({ count: z.number(), amountYen: z.number(), blocked: z.number() }),
  /** While a whole run is being confirmed: how many still wait for it. */
  confirming: z.number(),
  /** The request that waits for a second person. */
  waiting: z.nullable(z.object({ id: z.string(), askedAt: Timestamp })),
});
export type RunDetail = z.infer<typeof RunDetail>;
/** Problems listed at most; their total is given too. */
export const mostProblems = 100;

/** One organisation's part of a run, in yen: opening + gifts − fees + corrections + pay-outs. */
export const Remittance = z.object({
  id: z.string(),
  runId: z.string(),
  runNumber: z.string(),
  associateId: z.string(),
  targetName: z.string(),
  state: RemittanceState,
  openingYen: z.number(),
  giftCount: z.number(),
  giftYen: z.number(),
  feeYen: z.number(),
  handlingYen: z.number(),
  correctionYen: z.number(),
  payoutYen: z.number(),
  amountYen: z.number(),
  /** 銀行 支店 普通 ***4567 ﾀｽｷ; '' of those of before. */
  account: z.string(),
  /** '' until it was confirmed. */
  statementNumber: z.string(),
  receivedOn: z.nullable(Day),
  returnedOn: z.nullable(Day),
  /** Why it came back, or was taken out. */
  reason: z.string(),
  version: z.number(),
});
export type Remittance = z.infer<typeof Remittance>;

export const Carried = z.object({
  associateId: z.string(),
  targetName: z.string(),
  amountYen: z.number(),
  reason: z.enum(Object.keys(carriedReasons) as CarriedReason[]),
});
export type Carried = z.infer<typeof Carried>;

export const owedItemKinds = ['gift', 'correction', 'payout', 'return'] as const;
export const owedItemLabels: Record<(typeof owedItemKinds)[number], string> = {
  gift: '寄付',
  correction: '訂正',
  payout: '基金からの支払い',
  return: '組戻し分の再送金',
};

/** One line of what a remittance is made of. */
export const RemittanceItem = z.object({
  id: z.number(),
  kind: z.enum(owedItemKinds),
  day: Day,
  /** '' where no application is behind it. */
  appraisalId: z.string(),
  /** 基金の名前, or the number of the run that came back; '' else. */
  note: z.string(),
  giftYen: z.number(),
  feeYen: z.number(),
  handlingYen: z.number(),
  amountYen: z.number(),
  postingId: z.string(),
});
export type RemittanceItem = z.infer<typeof RemittanceItem>;

/** What a run would be now. */
export const NextRun = z.object({
  /** The day after the last run's period. */
  periodFrom: Day,
  periodTo: Day,
  transferOn: Day,
  payable: z.object({ count: z.number(), amountYen: z.number() }),
  carried: z.object({ count: z.number(), amountYen: z.number() }),
  /** Accounts of organisations that no run takes. */
  blockedAccounts: z.number(),
  /** Runs with transfers whose arrival could not be recorded, and how many those are. */
  failingRuns: z.array(z.object({ id: z.string(), number: z.string(), count: z.number() })),
  /** What must be done first, in words. */
  blockers: z.array(z.object({ message: z.string(), address: z.string() })),
  /** The newest run that there is; preparing names it, so that two at once do not make two. */
  latestRunId: z.string(),
});
export type NextRun = z.infer<typeof NextRun>;

const reason = line('理由', 200);
const version = z.int('画面を読み込み直してください。').check(z.minimum(1));
const Id = z.string().check(z.regex(/^[\w:-]{1,100}$/, '指定が正しくありません。'));

export const PrepareRequest = z.strictObject({
  periodTo: serviceDay('対象期間の最後の日を入力してください。'),
  transferOn: serviceDay('振込指定日を入力してください。'),
  after: z.string().check(z.regex(/^[\w-]{0,64}$/, '指定が正しくありません。')),
});
export type PrepareRequest = z.infer<typeof PrepareRequest>;

export const TakeOutRequest = z.strictObject({ remittanceId: Id, reason, version });
export type TakeOutRequest = z.infer<typeof TakeOutRequest>;
export const TransferDayRequest = z.strictObject({
  transferOn: serviceDay('振込指定日を入力してください。'),
  version,
});
export type TransferDayRequest = z.infer<typeof TransferDayRequest>;
export const RunReason = z.strictObject({ reason, version });
export type RunReason = z.infer<typeof RunReason>;
export const AskRunRequest = z.strictObject({ reason: optionalLine('メモ', 200), version });
export type AskRunRequest = z.infer<typeof AskRunRequest>;
/** A replacement names the replaced file and the reason. */
export const MakeFileRequest = z.strictObject({
  replaces: z.nullable(Id),
  reason: optionalLine('理由', 200),
  version,
});
export type MakeFileRequest = z.infer<typeof MakeFileRequest>;
export const SentRequest = z.strictObject({ fileId: Id, version });
export type SentRequest = z.infer<typeof SentRequest>;
/** The whole run, or some of it; those of before stay as they are. */
export const ConfirmRequest = z.strictObject({
  which: z.union([
    z.literal('all'),
    z
      .array(Id)
      .check(
        z.minLength(1, '送金を選んでください。'),
        z.maxLength(mostConfirmedAtOnce, `一度に選べるのは${mostConfirmedAtOnce}件までです。`),
      ),
  ]),
  receivedOn: serviceDay('着金した日を入力してください。'),
  version,
});
export type ConfirmRequest = z.infer<typeof ConfirmRequest>;
export const ReturnRequest = z.strictObject({
  returnedOn: serviceDay('組戻しの入金日を入力してください。'),
  reason,
  version,
});
export type ReturnRequest = z.infer<typeof ReturnRequest>;

const digits = /^\d{10}$/;
/** How files for the bank are written, and its answers read; `bankColumns` as src/money/bank-answers has it. */
export const TransferSettings = z.strictObject({
  consignorCode: z
    .string()
    .check(z.trim(), z.regex(digits, '委託者コードは、銀行から通知された10桁の数字です。')),
  consignorName: z
    .string()
    .check(z.trim(), z.minLength(1, '委託者名を入力してください。'), z.maxLength(100)),
  layout: z.enum(bankLayoutKeys, '銀行の形式を選んでください。'),
  lineEnds: z.enum(['crlf', 'none'], '改行の有無を選んでください。'),
  transferKind: z.enum(['7', '0'], '振込指定区分を選んでください。'),
});
export type TransferSettings = z.infer<typeof TransferSettings>;
