import { type Campaign, type CampaignState, campaignPath } from '#giving/campaigns/campaign.ts';
import { isAdminRole } from '#kit/permissions/admin-roles.ts';
import type { Role } from '#kit/permissions/roles.ts';

/** A path of the site with its link text. */
export type SiteLink = { to: string; label: string };

/** The campaigns in the menus, from the site's facts. */
export type MenuCampaign = Pick<Campaign, 'year' | 'token' | 'title'> & { state: CampaignState };

/** Links to campaigns; labels of ended ones say so. */
export function campaignLinks(campaigns: readonly MenuCampaign[]): SiteLink[] {
  return campaigns.map((campaign) => ({
    to: campaignPath(campaign),
    label: campaign.state === 'ended' ? `${campaign.title}（終了）` : campaign.title,
  }));
}

export const serviceLinks: readonly SiteLink[] = [
  { to: '/about-service', label: 'たすきについて' },
  { to: '/about-service/donatable', label: '寄付できるもの' },
  { to: '/about-service/donatable/gold', label: '金・貴金属の寄付' },
  { to: '/about-service/undonatable', label: '寄付できないもの' },
  { to: '/achievements', label: '寄付の実績' },
  { to: '/ledger', label: 'お金の記録' },
  { to: '/tax-deduction', label: '寄付金控除について' },
  { to: '/faq', label: 'よくあるご質問' },
];

export const plainLinks: readonly SiteLink[] = [
  { to: '/my-pledge', label: '寄付した人の声（#mypledge）' },
  { to: '/about-service/application-flow', label: 'お申し込みの流れ' },
];

export const myPageLinks: readonly SiteLink[] = [
  { to: '/mypage', label: 'プロフィール' },
  { to: '/mypage/my-pledge', label: 'わたしの声（#mypledge）' },
  { to: '/mypage/donation-history', label: '寄付の履歴' },
  { to: '/mypage/receipts', label: '受領証明書' },
  { to: '/mypage/account', label: 'アカウント設定' },
];

/** The additional areas of a role, besides the donor's. */
export function roleLinks(role: Role | undefined): readonly SiteLink[] {
  if (isAdminRole(role)) return [{ to: '/admin', label: '運営の画面' }];
  return role === 'staff' ? [{ to: '/staff', label: '団体の担当者のページ' }] : [];
}

type FooterGroup = { heading: string; links: readonly SiteLink[] };

/** The links of the footer, in groups (docs/product.md, Screens). */
export const footerGroups = (
  campaigns: readonly MenuCampaign[],
  hasCommerce: boolean,
): readonly FooterGroup[] => [
  {
    heading: '寄付する',
    links: [
      { to: '/search', label: '寄付先を探す' },
      { to: '/search/social-challenge', label: '社会課題から探す' },
      { to: '/appraisal', label: '買取寄付を申し込む' },
      { to: '/my-pledge', label: '寄付した人の声（#mypledge）' },
      ...campaignLinks(campaigns),
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
      { to: '/ledger', label: 'お金の記録' },
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
      ...(hasCommerce ? [{ to: '/commerce', label: '特定商取引法に基づく表記' }] : []),
    ],
  },
];
