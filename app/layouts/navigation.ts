/** An address of the site with the words that lead there. */
export type SiteLink = { to: string; label: string };

export const campaignLinks: readonly SiteLink[] = [
  { to: '/campaign/2018/cat', label: 'ねこの幸せ応援' },
  { to: '/campaign/2018/heavy-rain', label: '平成30年7月豪雨の支援' },
];

export const serviceLinks: readonly SiteLink[] = [
  { to: '/about-service', label: 'たすきについて' },
  { to: '/about-service/donatable', label: '寄付できるもの' },
  { to: '/about-service/donatable/gold', label: '金・貴金属の寄付' },
  { to: '/about-service/undonatable', label: '寄付できないもの' },
  { to: '/achievements', label: '寄付の実績' },
  { to: '/tax-deduction', label: '寄付金控除について' },
  { to: '/faq', label: 'よくあるご質問' },
];

export const plainLinks: readonly SiteLink[] = [
  { to: '/my-pledge', label: '#mypledge' },
  { to: '/about-service/application-flow', label: 'お申し込みの流れ' },
];

export const myPageLinks: readonly SiteLink[] = [
  { to: '/mypage', label: 'プロフィール' },
  { to: '/mypage/my-pledge', label: '#mypledge' },
  { to: '/mypage/donation-history', label: '寄付の履歴' },
  { to: '/mypage/account', label: 'アカウント設定' },
];

/** Spec section 2, Footer, with the routes of decision 25. */
export const footerGroups: readonly { heading: string; links: readonly SiteLink[] }[] = [
  {
    heading: '寄付する',
    links: [
      { to: '/search', label: '寄付先を探す' },
      { to: '/search/social-challenge', label: '社会課題から探す' },
      { to: '/appraisal', label: '買取寄付を申し込む' },
      { to: '/my-pledge', label: '#mypledge' },
      ...campaignLinks,
    ],
  },
  {
    heading: 'サービス',
    links: [
      { to: '/about-service', label: 'たすきについて' },
      { to: '/about-service/application-flow', label: 'お申し込みの流れ' },
      { to: '/about-service/donatable', label: '寄付できるもの' },
      { to: '/about-service/undonatable', label: '寄付できないもの' },
      { to: '/achievements', label: '寄付の実績' },
    ],
  },
  {
    heading: 'サポート',
    links: [
      { to: '/faq', label: 'よくあるご質問' },
      { to: '/tax-deduction', label: '寄付金控除について' },
      { to: '/cancel', label: '箱のキャンセル' },
      { to: '/contact', label: 'お問い合わせ' },
    ],
  },
  {
    heading: '運営',
    links: [
      { to: '/listing', label: '団体掲載のご案内' },
      { to: '/operator', label: '運営者について' },
      { to: '/terms', label: '利用規約' },
      { to: '/privacy', label: 'プライバシーポリシー' },
    ],
  },
];
