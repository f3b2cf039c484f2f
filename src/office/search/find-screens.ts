import { adminPath } from '#kit/lists/admin-path.ts';
import { may, type Permission } from '#kit/permissions/permissions.ts';
import type { Role } from '#kit/permissions/roles.ts';
import { adminScreens, places } from '#office/shell/screens.ts';

/** A screen or an action of the operator's area. */
export type FoundScreen = { label: string; path: string };

/** Further words for a screen, by its address. */
const words: Partial<Record<(typeof adminScreens)[number]['address'], string>> = {
  '': 'ホーム やること 仕事 一覧',
  approvals: '依頼 二人目',
  kits: '箱 キット ラベル 送り状 e飛伝 B2 佐川 ヤマト 束',
  tracking: '伝票 追跡 取り込み 届かない',
  'tracking/pickups': '引き取り 配達',
  applications: '受付 TS 返送 キャンセル 取り消し',
  intake: '入荷 届いた スキャン バーコード 倉庫',
  exceptions: '不明 破損 例外 相談',
  appraisals: '査定台 値段 品物',
  results: 'CSV 取り込み 確定 知らせる 訂正',
  donors: '会員 ゲスト 住所 電話 統合 寄付者',
  messages: '質問 返信 苦情',
  'reply-templates': '定型文 文例',
  mails: '送信 失敗 再送',
  'identity-checks': '免許証 書類 身分証',
  'receipt-runs': '領収書 控除 税 確定申告',
  'pledge-reports': 'mypledge 不適切',
  associates: 'NPO 法人 契約 認定 掲載',
  listings: '新しい団体 申請',
  looks: '原稿 確認 公開',
  remittances: '振込 全銀 支払 銀行 組み戻し 団体へ',
  funds: 'ファンド 社会課題 支払い',
  sales: '売上 販売',
  money: '残高 未送金 状況 グラフ',
  'bank-lines': '入金 出金 明細 通帳',
  ledger: '会計 総勘定 元帳 監査',
  'month-close': '締め 決算',
  journals: '弥生 freee マネーフォワード 仕訳',
  campaigns: 'キャンペーン 特集',
  'content/notices': '障害 休業 おしらせ',
  'content/picks': 'ピックアップ トップ',
  'content/challenges': '課題 順番',
  'content/questions': 'FAQ 質問',
  'dealer-ledger': '古物商 台帳 警察',
  'audit-log': '監査 ログ 履歴 だれが',
  security: 'ログイン 不正 パスワード',
  'settings/service': '運営者 名称 住所 連絡先 インボイス',
  setup: '開く 準備 公開',
  'settings/acceptance': '受け付ける品 約束の日数 送料',
  'settings/bonus-rules': 'ボーナス 上乗せ',
  'settings/legal': '利用規約 プライバシー 特定商取引 法律',
  'content/mail-templates': 'テンプレート 本文 件名',
  people: 'スタッフ 招待 権限 メンバー',
  'bank-account': '口座 銀行 振込元',
  'second-factor-resets': '二段階 認証 パスキー なくした',
};

/** Actions and screens without a tab. */
const actions: readonly (FoundScreen & { words: string; permission: Permission })[] = [
  {
    label: 'お電話のお申し込みを入力する',
    path: '/admin/applications/new',
    words: '代理 新規',
    permission: 'applications.enter',
  },
  {
    label: '団体を追加する',
    path: '/admin/associates/new',
    words: '新規 作成',
    permission: 'associates.edit',
  },
  {
    label: '団体をCSVで取り込む',
    path: '/admin/associates/import',
    words: 'まとめて',
    permission: 'associates.edit',
  },
  {
    label: '運送会社の設定',
    path: '/admin/kits/sender',
    words: '箱 差出人 送り主 送り状 ヤマト 佐川 顧客コード',
    permission: 'kits.send',
  },
  {
    label: '届いた箱の読み取りの記録',
    path: '/admin/intake/scans',
    words: 'スキャン',
    permission: 'boxes.receive',
  },
  {
    label: '送金の一覧',
    path: '/admin/remittances/transfers',
    words: '振込 団体',
    permission: 'money.read',
  },
  {
    label: '銀行の結果を取り込む',
    path: '/admin/remittances/bank-answers',
    words: '着金 振込結果',
    permission: 'money.read',
  },
  {
    label: '送金を止めている口座',
    path: '/admin/remittances/blocked',
    words: '組み戻し 停止',
    permission: 'money.read',
  },
  {
    label: '送金の設定',
    path: '/admin/remittances/settings',
    words: '手数料 最低額 振込手数料',
    permission: 'money.read',
  },
  {
    label: '基金からの支払い',
    path: '/admin/funds/payouts',
    words: '支払い 一覧',
    permission: 'money.read',
  },
  {
    label: '古物台帳の設定',
    path: '/admin/dealer-ledger/settings',
    words: '古物商 許可',
    permission: 'dealer-ledger.read',
  },
  {
    label: '本人確認の手紙',
    path: '/admin/identity-checks/letters',
    words: '転送不要 郵便',
    permission: 'identity.check',
  },
];

/** One spelling for letters of any width and for both kinds of kana. */
const folded = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[ァ-ヶ]/g, (kana) => String.fromCharCode(kana.charCodeAt(0) - 0x60));

/** Screens and actions that the role may open and whose words hold every word typed; the title first. */
export function findScreens(typed: string, role: Role | undefined): FoundScreen[] {
  const parts = folded(typed).split(/\s+/).filter(Boolean);
  if (parts.length === 0) return [];
  const all = [
    ...adminScreens.map((screen) => ({
      label: `${places[screen.place]} › ${screen.label}`,
      path: adminPath(screen.address),
      title: screen.label,
      words: `${'tab' in screen ? screen.tab : ''} ${words[screen.address] ?? ''}`,
      permission: screen.permission,
    })),
    ...actions.map((action) => ({ ...action, title: action.label })),
  ];
  const holds = (text: string) => parts.every((part) => folded(text).includes(part));
  return all
    .filter(({ label, words, permission }) => may(role, permission) && holds(`${label} ${words}`))
    .toSorted((a, b) => Number(holds(b.title)) - Number(holds(a.title)))
    .map(({ label, path }) => ({ label, path }));
}
