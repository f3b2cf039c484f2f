import * as z from 'zod/mini';
import { someOf } from '#kit/values/text/some-of.ts';
import { Timestamp } from '#kit/values/timestamp-schema.ts';
import {
  securityDetails,
  securityKindLabels,
  securityOutcomeLabel,
} from '#people/security/security-words.ts';

export const auditLogPageSize = 50;

/** An audit log entry as the operator reads it. */
export const AuditLine = z.object({
  id: z.string(),
  at: Timestamp,
  actorUid: z.string(),
  /** Names on the account, else its e-mail; "" for a deleted account. */
  actorName: z.string(),
  /** Noun and verb: "applications.list". */
  action: z.string(),
  subjectType: z.string(),
  subjectId: z.string(),
  /** Numbers and states; no personal data. */
  details: z.array(z.string()),
});
export type AuditLine = z.infer<typeof AuditLine>;

/** Names of subjects, by the first word of an action. */
export const auditNouns = {
  applications: '申し込み',
  donors: '寄付者',
  'kit-addresses': '送り状',
  kits: '発送の束',
  'kit-entries': '発送の束の中身',
  'kit-sender': '運送会社の設定',
  results: '査定結果',
  'result-rows': '取り込んだ行',
  'waiting-results': '確定前の査定結果',
  identity: '本人確認',
  'identity-letters': '本人確認の郵便',
  'dealer-ledger': '古物台帳',
  ledger: '帳簿',
  'ledger-accounts': '帳簿の勘定科目',
  money: 'お金の状況',
  remittances: '送金',
  'bank-answers': '銀行の明細',
  mails: 'メール',
  messages: 'お問い合わせ',
  listings: '掲載申請',
  'reply-templates': '返信の定型文',
  'pledge-reports': '通報',
  pledges: '#mypledge',
  'staff-donations': '団体の寄付',
  statements: '支払明細書',
  'giver-lists': '寄附者名簿',
  'receipt-copies': '受領証明書の控え',
  'receipt-runs': '受領証明書の一括発行',
  receipts: '受領証明書',
  thanks: '団体のお礼',
  'thanks-templates': '団体のお礼の文例',
  activity: '団体の活動',
  'use-report': '使い道の報告',
  confirmations: '送金の受け取りの確認',
  associates: '団体',
  associate: '団体のページ',
  certifications: '団体の認定',
  agreements: '団体の契約',
  'fiscal-years': '団体の事業年度',
  seals: '団体の印影',
  account: 'アカウント',
  'sign-in': 'ログインの方法',
  sessions: 'ログイン中の端末',
  'second-factor': '2段階認証の解除',
  role: '権限',
  'service-facts': 'サービスの情報',
  setup: '開設の準備',
  opening: 'サービスの開閉',
  people: '運営の人',
  'staff-people': '団体の担当者',
  invitations: '招待',
  approvals: '承認待ちの依頼',
  'month-close': '月の締め',
  journals: '仕訳の書き出し',
  'ledger-export': '帳簿の書き出し',
  sales: '売却の実績',
  'bank-accounts': '振込先の口座',
  'bank-lines': '銀行の入出金',
  funds: '基金',
  'fund-payouts': '基金からの支払い',
  'audit-log': '操作の記録',
  'security-events': 'セキュリティの記録',
  security: 'セキュリティ',
  acceptance: 'お引き受けの条件',
  'legal-text': '規約など',
  campaign: '特集',
  picks: 'おすすめの団体',
  challenges: '社会課題の並び順と紹介',
  notices: 'お知らせ',
  questions: 'よくあるご質問',
  'mail-template': 'メールの文面',
  tracking: '送り状番号',
  pickups: '集荷',
  'bonus-rules': '加算の決まり',
  appraisals: '査定',
  scans: '到着の受付',
  'box-exceptions': '保留の棚',
  restores: 'バックアップからの復元',
  doctor: '点検',
} as const;

const verbs: Record<string, string> = {
  list: '一覧を表示',
  read: '内容を表示',
  export: '書き出し',
  import: '取り込み',
  reverse: '取り消し',
  'undo-correction': '訂正の取り消し',
  approve: '承認',
  review: '書類との照合を表示',
  items: '明細を補う',
  letter: '郵便の記録',
  close: '締め',
  explain: '内容の説明',
  'state-balance': '銀行の残高の記録',
  repair: '直す',
  print: '印刷',
  publish: '公開',
  draft: '下書きを保存',
  discard: '下書きを破棄',
  restore: '前の版を下書きに',
  return: '差し戻し',
  retry: '送り直し',
  resend: 'もう一度送信',
  reply: '返信',
  note: 'メモ',
  assign: '担当者の変更',
  answered: '対応済み',
  dismissed: '対応済み',
  reopened: '未対応に戻す',
  'open-file': '添付ファイルの表示',
  'correct-email': 'メールアドレスの訂正',
  create: '作成',
  remove: '削除',
  move: '状態の変更',
  change: '変更',
  withheld: '公開を停止',
  lifted: '公開の停止を解除',
  erase: '消去',
  end: 'すべてログアウト',
  ask: '依頼',
  send: '送信',
  withdraw: '取り消し',
  accept: '引き受け',
  reject: '見送り',
  decline: '取り下げ',
  unreply: 'お返事の取り下げ',
  add: '記録',
  merge: '統合',
  void: '無効化',
  enter: 'お電話で受付',
  edit: '内容の編集',
  'set-right': '状態を直す',
  'take-back': '操作の取り消し',
  correct: '訂正',
  unnote: 'メモを取り消す',
  lock: 'ロック',
  unlock: 'ロックを解除',
  'hand-over': '個人データを書き出し',
  unmerge: '統合を元に戻す',
  release: '確定',
  schedule: '確定の予定の変更',
  drop: '取りやめ',
  'undo-drop': '取りやめの取り消し',
  'take-out': '外す',
  'put-back': '戻す',
  mark: '発送済みに変更',
  'finish-box': '箱の査定を終了',
  'continue-box': '箱の査定を再開',
  'ask-review': '確認を依頼',
  confirm: '確認して確定待ちへ',
  continue: '査定を再開',
  'pay-out': '団体への支払いを決定',
  'change-terms': '手数料の決まりを記録',
  issue: '発行',
  begin: '開始',
  'check-bank': '銀行との照合を記録',
  look: '確認済みを記録',
  hide: '公開を停止',
  question: '監査の質問',
  show: '公開の停止を解除',
  // Older entries use these verbs.
  tie: '追加',
  untie: '解除',
};

/** Verbs that differ from the common ones, by noun. */
const ownVerbs: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  security: securityKindLabels,
  confirmations: { confirm: '受け取りを確認', 'take-back': '確認の取り消し' },
  remittances: {
    ...verbs,
    prepare: '準備',
    'take-out': '団体を次回に回す',
    'change-day': '振込指定日の変更',
    'make-file': '振込のファイルを作成',
    'export-file': '振込のファイルをダウンロード',
    send: '銀行に渡したことを記録',
    unsend: '銀行に渡した記録の取り消し',
    confirm: '着金を記録',
    unconfirm: '着金の記録の取り消し',
    return: '組戻しを記録',
    'change-settings': '振込の設定の変更',
  },
};

/** "申し込み：内容を表示" for applications.read; an unknown action is shown by its stored name. */
export function auditActionLabel(action: string): string {
  const [noun = '', verb = ''] = action.split('.');
  const label = auditNouns[noun as keyof typeof auditNouns];
  const verbLabel = (ownVerbs[noun] ?? verbs)[verb];
  return label && verbLabel ? `${label}：${verbLabel}` : `そのほか：${action}`;
}

const subjectLabels: Record<string, string> = {
  application: '申し込み',
  box: '箱',
  approval: '依頼',
  associate: '団体',
  invitation: '招待',
  restore: 'バックアップからの復元',
  check: '点検の項目',
  attachment: '添付ファイル',
  'box-exception': '保留',
  scan: '読み取り',
  content: '内容',
  listing: '掲載申請',
  mail: 'メール',
  message: 'お問い合わせ',
  pledge: '#mypledge',
  'pledge-report': '通報',
  'reply-template': '返信の定型文',
  'thanks-template': '団体のお礼の文例',
  'result-batch': '取り込み',
  'kit-batch': '発送の束',
  'typed-email': '入力された宛先の符号',
  user: '利用者',
  month: '月',
  sale: '売却',
  'remittance-run': '送金',
  remittance: '団体への送金',
  'bank-answer': '銀行の明細',
  'dealer-entry': '古物台帳の行',
  'fund-payout': '基金からの支払い',
  receipt: '受領証明書',
  'use-report': '使い道の報告',
  'receipt-run': '一括発行',
};

/** Matches generated ids, which are labelled as internal numbers. */
const isRandomId = /^[0-9a-f]{8}-[0-9a-f]{4}-/;

/** "申し込み TS-0000-0000"; undefined if the subject was a whole list. */
export function auditSubjectLabel({
  subjectType,
  subjectId,
}: Pick<AuditLine, 'subjectType' | 'subjectId'>): string | undefined {
  const label = subjectLabels[subjectType];
  if (!label) return undefined;
  return isRandomId.test(subjectId) ? `${label}（管理番号 ${subjectId}）` : `${label} ${subjectId}`;
}

const detailLabels: Readonly<Record<string, string>> = {
  associate: '団体',
  encoding: '文字コード',
  carrier: '運送会社',
  from: '前の状態',
  to: '次の状態',
  state: '状態',
  assignee: '担当者の管理番号',
  files: '添付ファイルの数',
  resendOf: '元のメール',
  rows: '行数',
  accepted: '取り込んだ行',
  unchanged: '前と同じ行',
  service: 'サービス',
  kind: '種類',
  reason: '理由',
  parts: '直した内容',
  part: '見た記録',
  note: 'メモの番号',
  papers: '書類',
  paper: '書類の番号',
  number: '番号',
  listing: '掲載申請',
  fund: '基金',
  yen: '金額（円）',
  donations: '寄付',
  count: '団体の数',
  day: '着金した日',
  confirmed: '着金の行',
  returned: '組戻しの行',
  item: 'お品物の管理番号',
  box: '箱',
  purpose: '目的',
  period: '期間',
  delivery: 'お届けの方法',
};

/** Details of an entry in short Japanese; keys without a label are not shown. */
export function auditDetails(details: Readonly<Record<string, unknown>>): string[] {
  if ('outcome' in details) return securityLines(details);
  return Object.entries(details).flatMap(([key, value]) => {
    if (key === 'ids' && Array.isArray(value)) return idsLine(value);
    const label = detailLabels[key];
    const text = Array.isArray(value) ? value.join('、') : value;
    const isShown = typeof text === 'string' || typeof text === 'number';
    return label !== undefined && isShown && text !== '' ? [`${label}：${text}`] : [];
  });
}

/** Details of a security event; the list of security events has columns for them. */
function securityLines(details: Readonly<Record<string, unknown>>): string[] {
  const { outcome, count, from, device } = details;
  return [
    `結果：${securityOutcomeLabel(String(outcome))}`,
    ...(count === undefined ? [] : [`回数：${count}`]),
    ...securityDetails(details),
    `接続元：${from}`,
    ...(device === undefined ? [] : [`端末：${device}`]),
  ];
}

const idsLine = (ids: readonly unknown[]): string[] => [
  ids.length === 0 ? '0件' : `${ids.length}件：${someOf(ids)}`,
];
