/**
 * The operator's screens in the order of the menu, by group: the address below /admin, the name in the menu, the
 * file of the page, and what one must be permitted to enter it (domain/auth/permissions.ts). Menu and site map
 * (app/routes.ts) are made of it, so it is data and imports nothing but types.
 */
import type { Permission } from '#domain/auth/permissions.ts';

export const screenGroups = {
  daily: '毎日の仕事',
  money: 'お金',
  donors: '寄付者と連絡',
  associates: '団体',
  content: '内容',
  service: '設定と記録',
} as const;

type Screen = {
  address: string;
  label: string;
  group: keyof typeof screenGroups;
  permission: Permission;
  page: string;
};

export const adminScreens = [
  {
    address: '',
    label: '申し込み',
    group: 'daily',
    permission: 'applications.read',
    page: 'applications/admin/applications-page.tsx',
  },
  {
    address: 'kits',
    label: '箱の発送',
    group: 'daily',
    permission: 'kits.send',
    page: 'kits/admin/kits-page.tsx',
  },
  {
    address: 'tracking',
    label: '送り状番号の取り込み',
    group: 'daily',
    permission: 'kits.send',
    page: 'tracking/admin/tracking-page.tsx',
  },
  {
    address: 'tracking/pickups',
    label: '集荷',
    group: 'daily',
    permission: 'kits.send',
    page: 'tracking/admin/pickups-page.tsx',
  },
  {
    address: 'intake',
    label: '到着の受付',
    group: 'daily',
    permission: 'boxes.receive',
    page: 'intake/admin/intake-page.tsx',
  },
  {
    address: 'exceptions',
    label: '保留の棚',
    group: 'daily',
    permission: 'boxes.receive',
    page: 'intake/admin/exceptions-page.tsx',
  },
  {
    address: 'appraisals',
    label: '査定',
    group: 'daily',
    permission: 'appraisals.write',
    page: 'appraisals/admin/appraisals-page.tsx',
  },
  {
    address: 'results',
    label: '査定結果',
    group: 'daily',
    permission: 'results.read',
    page: 'results/admin/results-page.tsx',
  },
  {
    address: 'identity-checks',
    label: '本人確認',
    group: 'daily',
    permission: 'identity.check',
    page: 'identity-checks/admin/identity-checks-page.tsx',
  },
  {
    address: 'dealer-ledger',
    label: '古物台帳',
    group: 'daily',
    permission: 'dealer-ledger.read',
    page: 'dealer-ledger/admin/ledger-page.tsx',
  },
  {
    address: 'month-close',
    label: '月の締め',
    group: 'money',
    permission: 'money.read',
    page: 'month-close/admin/month-close-page.tsx',
  },
  {
    address: 'journals',
    label: '仕訳の書き出し',
    group: 'money',
    permission: 'books.close',
    page: 'journals/admin/journals-page.tsx',
  },
  {
    address: 'sales',
    label: '売却の実績',
    group: 'money',
    permission: 'sales.import',
    page: 'sales/admin/sales-page.tsx',
  },
  {
    address: 'donors',
    label: '寄付者',
    group: 'donors',
    permission: 'donors.read',
    page: 'donors/admin/donors-page.tsx',
  },
  {
    address: 'messages',
    label: 'お問い合わせ',
    group: 'donors',
    permission: 'messages.answer',
    page: 'inbox/admin/messages-page.tsx',
  },
  {
    address: 'reply-templates',
    label: '返信の定型文',
    group: 'donors',
    permission: 'messages.answer',
    page: 'inbox/admin/reply-templates-page.tsx',
  },
  {
    address: 'mails',
    label: 'メール',
    group: 'donors',
    permission: 'mails.manage',
    page: 'mail/admin/mails-page.tsx',
  },
  {
    address: 'pledge-reports',
    label: '通報',
    group: 'donors',
    permission: 'pledges.moderate',
    page: 'pledges/admin/pledge-reports-page.tsx',
  },
  {
    address: 'looks',
    label: '公開の確認待ち',
    group: 'associates',
    permission: 'associates.edit',
    page: 'looks/admin/looks-page.tsx',
  },
  {
    address: 'listings',
    label: '掲載申請',
    group: 'associates',
    permission: 'messages.answer',
    page: 'inbox/admin/listings-page.tsx',
  },
  {
    address: 'setup',
    label: '開設の準備',
    group: 'service',
    permission: 'settings.read',
    page: 'setup/admin/check-list-page.tsx',
  },
  {
    address: 'settings/service',
    label: 'サービスの情報',
    group: 'service',
    permission: 'settings.read',
    page: 'service-facts/admin/service-facts-page.tsx',
  },
  {
    address: 'people',
    label: '人と役割',
    group: 'service',
    permission: 'people.read',
    page: 'people/admin/people-page.tsx',
  },
  {
    address: 'approvals',
    label: '承認待ち',
    group: 'service',
    permission: 'approvals.decide',
    page: 'approvals/admin/approvals-page.tsx',
  },
  {
    address: 'bank-account',
    label: '振込元の口座',
    group: 'service',
    permission: 'bank-accounts.change',
    page: 'bank-accounts/admin/bank-account-page.tsx',
  },
  {
    address: 'associates',
    label: '団体',
    group: 'associates',
    permission: 'associates.read',
    page: 'associates/admin/associates-page.tsx',
  },
  {
    address: 'settings/acceptance',
    label: 'お引き受けの条件',
    group: 'service',
    permission: 'settings.read',
    page: 'acceptance/admin/acceptance-page.tsx',
  },
  {
    address: 'settings/bonus-rules',
    label: '加算の決まり',
    group: 'service',
    permission: 'settings.read',
    page: 'appraisals/admin/bonus-rules-page.tsx',
  },
  {
    address: 'settings/legal',
    label: '規約など',
    group: 'service',
    permission: 'settings.read',
    page: 'legal/admin/legal-texts-page.tsx',
  },
  {
    address: 'campaigns',
    label: '特集',
    group: 'content',
    permission: 'content.edit',
    page: 'campaigns/admin/campaigns-page.tsx',
  },
  {
    address: 'content/picks',
    label: 'おすすめの団体',
    group: 'content',
    permission: 'content.edit',
    page: 'content/admin/picks-page.tsx',
  },
  {
    address: 'content/challenges',
    label: '社会課題',
    group: 'content',
    permission: 'content.edit',
    page: 'content/admin/challenges-page.tsx',
  },
  {
    address: 'content/notices',
    label: 'お知らせ',
    group: 'content',
    permission: 'content.edit',
    page: 'content/admin/notices-page.tsx',
  },
  {
    address: 'content/questions',
    label: 'よくあるご質問',
    group: 'content',
    permission: 'content.edit',
    page: 'content/admin/questions-page.tsx',
  },
  {
    address: 'content/mail-templates',
    label: 'メールの文面',
    group: 'content',
    permission: 'content.edit',
    page: 'mail/admin/mail-templates-page.tsx',
  },
  {
    address: 'second-factor-resets',
    label: '2段階認証の解除',
    group: 'service',
    permission: 'second-factors.reset',
    page: 'accounts/admin/second-factor-resets-page.tsx',
  },
  {
    address: 'security',
    label: 'セキュリティ',
    group: 'service',
    permission: 'security.read',
    page: 'security/admin/security-page.tsx',
  },
  {
    address: 'audit-log',
    label: '操作の記録',
    group: 'service',
    permission: 'audit.read',
    page: 'audit/admin/audit-log-page.tsx',
  },
] as const satisfies readonly Screen[];
