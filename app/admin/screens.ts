/**
 * The operator's screens in the order of the menu: the address below /admin, the name in the menu, the file
 * of the page. Menu and site map (app/routes.ts) are made of it, so it is data and imports nothing.
 */
export const adminScreens = [
  { address: '', label: '申し込み', page: 'applications/admin/applications-page.tsx' },
  { address: 'results', label: '査定結果', page: 'results/admin/results-page.tsx' },
  {
    address: 'identity-checks',
    label: '本人確認',
    page: 'identity-checks/admin/identity-checks-page.tsx',
  },
  { address: 'mails', label: 'メール', page: 'mail/admin/mails-page.tsx' },
  { address: 'messages', label: 'お問い合わせ', page: 'inbox/admin/messages-page.tsx' },
  { address: 'listings', label: '掲載申請', page: 'inbox/admin/listings-page.tsx' },
  { address: 'pledge-reports', label: '通報', page: 'pledges/admin/pledge-reports-page.tsx' },
  {
    address: 'second-factor-resets',
    label: '2段階認証の解除',
    page: 'accounts/admin/second-factor-resets-page.tsx',
  },
  { address: 'security', label: 'セキュリティ', page: 'security/admin/security-page.tsx' },
  { address: 'audit-log', label: '操作の記録', page: 'audit/admin/audit-log-page.tsx' },
] as const;
