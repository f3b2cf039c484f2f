import type { SignInChange } from '#people/sign-in/sign-in-change.ts';
import type { SecurityEventKind, SecurityOutcome } from './security-event.ts';

export const securityKindLabels: Readonly<Record<SecurityEventKind, string>> = {
  'sign-in': 'ログイン',
  'second-factor': '2段階認証',
  limit: '回数の上限',
  denied: '許可のない操作',
  password: 'パスワード',
  email: 'メールアドレス',
  service: 'ログインの方法',
  'sign-up': '登録',
  session: 'ログアウト',
  export: '書き出し・書類の閲覧',
  role: '権限の変更',
  erasure: '退会',
};

export const securityOutcomeLabels: Readonly<Record<SecurityOutcome, string>> = {
  failed: '失敗',
  refused: '拒否',
  done: '完了',
};

const labelIn = (labels: Readonly<Record<string, string>>, word: string) => labels[word] ?? word;

/** Label of a kind; an unknown one is returned unchanged. */
export const securityKindLabel = (kind: string) => labelIn(securityKindLabels, kind);
export const securityOutcomeLabel = (outcome: string) => labelIn(securityOutcomeLabels, outcome);

/** Names of the budgets in docs/product.md, Budgets of tries. */
const budgetLabels: Readonly<Record<string, string>> = {
  'sign-in by address': '同じ接続元からのログイン',
  'sign-in by e-mail': '同じ宛先へのログイン',
  'sign-up by address': '同じ接続元からの登録',
  'setting up by address': '同じ接続元からの開設の手続き',
  'telling by address': '登録の有無を答える回数（接続元ごと）',
  'telling by e-mail': '登録の有無を答える回数（宛先ごと）',
  'reset by address': '同じ接続元からの再設定',
  'reset by e-mail': '同じ宛先への再設定',
  'verification by e-mail': '同じ宛先への確認メール',
  'writing by address': '同じ接続元からのお問い合わせと掲載申請',
  'receipt by e-mail': '同じ宛先への控えのメール',
  'mails to the operator': '運営あてのメール',
  'cancelling by address': '同じ接続元からのキャンセル',
  'cancelling by number': '同じ申込番号のキャンセル',
  'applying by e-mail': '同じ宛先での申し込み',
  'applying by address': '同じ接続元からの申し込み',
  'export of personal data': '個人データの書き出し',
  'verifying by address': '同じ接続元からの受領証明書の確認',
  'traces by address': '同じ接続元からの、寄付のゆくえの表示',
  're-issue by donor': '受領証明書の再発行',
  'reporting by address': '同じ接続元からの通報',
  'threads by address': '同じ接続元からの、やり取りの画面の表示',
  'mails into a thread': '同じやり取りに届くメール',
  'mails coming in': '届くメール',
  'previews by person': '同じ方の本文のプレビュー',
  'test mails by person': '同じ方のテストメール',
  'pledges by donor': '#mypledgeの投稿',
  'receipt as PDF': '受領証明書のPDF',
  'giver list as PDF': '寄附者名簿と控えのPDF',
  'statement as PDF': '支払明細書のPDF',
  'sign-in by e-mail and address': '同じ宛先への、同じ接続元からのログイン',
  'sign-in by known device': 'ご本人の端末からのログイン',
  'showing oneself again': '変更の前の本人の確認',
  'second factor by account': '同じ人の2段階認証',
  'second factor by sign-in': '1回のログインの2段階認証',
  'changing the e-mail': 'メールアドレスの変更',
  'mails of a kind': '同じ宛先への同じ種類のメール',
  'invitation by address': '同じ接続元からの招待のリンク',
  'invitations by person': '同じ人からの招待',
};

/** Changes of a second factor; those of a password are steps. */
const changeLabels: Readonly<
  Record<Exclude<SignInChange, 'password' | 'password-reset' | 'new-device'>, string>
> = {
  'totp-on': '認証アプリの設定',
  'totp-off': '認証アプリの解除',
  'passkey-added': 'パスキーの追加',
  'passkey-removed': 'パスキーの削除',
  'recovery-codes': '予備コードの作り直し',
  'recovery-code-used': '予備コードの使用',
  'second-factor-reset': '運営の手続きによる解除',
};

const words: Readonly<Record<string, string>> = {
  ...budgetLabels,
  ...changeLabels,
  token: '無効または期限切れのトークン',
  visitor: 'ログインなし',
  role: '権限なし',
  origin: 'ほかのサイトからの送信',
  record: 'ログイン中の人と合わない送信',
  again: '本人の確認',
  password: 'パスワードまで（2段階認証の前）',
  request: '再設定の申し込み',
  reset: '再設定',
  change: '変更',
  undo: '変更の取り消し',
  link: '追加',
  unlink: '解除',
  'sign-out': '本人のログアウト',
  lock: '運営によるロック',
  one: 'ほかの端末を1台',
  others: 'ほかのすべての端末',
  account: '本人のデータ',
  history: '本人の寄付の履歴',
  'kit-addresses': '送り状',
  kits: '送り状・ラベル',
  'kit-batches': '発送の束',
  'kit-batch': '発送の束の中身',
  'identity-checks': '本人確認',
  'identity-papers': '本人確認の書類',
  applications: '申し込み',
  'result-batches': '査定結果',
  'result-batch': '取り込んだ行',
  mails: 'メール',
  messages: 'お問い合わせ',
  listings: '掲載申請',
  'pledge-reports': '通報',
  donations: '団体の寄付',
  'audit-log': '操作の記録',
  'security-events': 'セキュリティの記録',
  'remittance-runs': '送金',
  remittances: '団体への送金',
  'remittances-of-run': '送金に含まれる団体',
  'remittance-items': '送金の内訳',
  'carried-over': '次回に繰り越す団体',
  'receipt-runs': '受領証明書の一括発行',
  'blocked-accounts': '振込が戻ってきた口座',
  'bank-lines': '入出金の明細',
  'bank-answers': '銀行の明細',
  'bank-answer-rows': '銀行の明細の行',
  'fund-payouts': '基金からの支払い',
  ledger: '帳簿',
  'ledger-accounts': '帳簿の勘定科目',
  journals: '仕訳',
  'money-months': 'お金の状況の月ごとの合計',
  'money-associates': '団体ごとの未送金',
  sales: '売却の実績',
  associates: '団体',
  donors: '寄付者の一覧',
  'reply-templates': '返信の定型文',
  appraisals: '査定',
  'waiting-results': '確定を待つ行',
  'boxes-out': '発送して、まだ届いていない箱',
  pickups: '集荷',
  scans: '受付の記録',
  'box-exceptions': '保留の棚',
  'identity-letters': '本人確認の郵便',
  'dealer-ledger': '古物台帳',
  statement: '支払明細書',
  'giver-list': '寄附者名簿',
  'receipt-copies': '受領証明書の控え',
  'receipt-run': '受領証明書の印刷',
  statements: '支払明細書の一覧',
  'statement-year': '1年分の支払明細書',
  operator: '運営者',
  owner: '運営の責任者',
  warehouse: '倉庫',
  accountant: '経理',
  auditor: '監査',
  editor: '編集できる担当者',
  viewer: '閲覧のみの担当者',
  remote: '運営の責任者によるログアウト',
  people: '運営の人',
  approvals: '承認待ちの依頼',
  staff: '団体の担当者',
  donor: '寄付者',
  totp: '認証アプリ',
  passkey: 'パスキー',
  'recovery-code': '予備コード',
  asked: '変更の申し出',
  cancelled: '変更の取りやめ',
  undone: '変更の取り消し',
  proven: 'アドレスの確認',
  moved: 'アドレスの変更',
};

/** Keys that have columns of their own. */
const ownColumns = new Set(['outcome', 'count', 'from', 'device', 'typed']);

const keys: Readonly<Record<string, string>> = {
  route: '操作',
  service: 'サービス',
  to: '新しい権限',
};

/**
 * Details of an event in short Japanese. All values are the product's own, so unknown ones are
 * shown unchanged.
 */
export function securityDetails(details: Readonly<Record<string, unknown>>): string[] {
  const shownDetails = Object.entries(details).filter(
    ([key, value]) =>
      !ownColumns.has(key) && (typeof value === 'string' || typeof value === 'number'),
  );
  const said = shownDetails
    .filter(([key]) => !keys[key])
    .map(([, value]) => labelIn(words, String(value)));
  const named = shownDetails
    .filter(([key]) => keys[key])
    .map(([key, value]) => `${keys[key]}：${labelIn(words, String(value))}`);
  return [...said, ...named, ...(details.merged ? ['多数のため、まとめて数えました'] : [])];
}
