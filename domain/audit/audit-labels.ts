import type { AuditLine } from './audit-line.ts';

/** What actions are about, by the first word of their names. */
export const auditNouns = {
  applications: '申し込み',
  'kit-addresses': '送り状',
  results: '査定結果',
  'result-rows': '取り込んだ行',
  identity: '本人確認',
  mails: 'メール',
  messages: 'お問い合わせ',
  listings: '掲載申請',
  'pledge-reports': '通報',
  pledges: '#mypledge',
  'staff-donations': '団体の寄付',
  account: 'アカウント',
  'sign-in': 'ログインの方法',
  role: '権限',
  'audit-log': '操作の記録',
} as const;

const verbs: Record<string, string> = {
  list: '一覧を表示',
  read: '内容を表示',
  export: '書き出し',
  import: '取り込み',
  reverse: '取り消し',
  approve: '承認',
  return: '差し戻し',
  retry: '送り直し',
  move: '状態の変更',
  change: '変更',
  withheld: '公開を停止',
  lifted: '公開の停止を解除',
  erase: '退会による消去',
  // As stored since before the words were changed.
  tie: '追加',
  untie: '解除',
};

/** "申し込み：内容を表示" of applications.read; an action that is not known here goes by its name. */
export function auditActionLabel(action: string): string {
  const [noun = '', verb = ''] = action.split('.');
  const label = auditNouns[noun as keyof typeof auditNouns];
  const done = verbs[verb];
  return label && done ? `${label}：${done}` : `そのほか：${action}`;
}

const subjectLabels: Record<string, string> = {
  application: '申し込み',
  associate: '団体',
  listing: '掲載申請',
  mail: 'メール',
  message: 'お問い合わせ',
  pledge: '#mypledge',
  'pledge-report': '通報',
  'result-batch': '取り込み',
  user: '利用者',
};

/** What no person has seen before: the id says what it is. */
const isRandomId = /^[0-9a-f]{8}-[0-9a-f]{4}-/;

/** "申し込み TS-0000-0000"; undefined where a whole list was the subject. */
export function auditSubjectLabel({
  subjectType,
  subjectId,
}: Pick<AuditLine, 'subjectType' | 'subjectId'>): string | undefined {
  const label = subjectLabels[subjectType];
  if (!label) return undefined;
  return isRandomId.test(subjectId) ? `${label}（管理番号 ${subjectId}）` : `${label} ${subjectId}`;
}
