/**
 * The operator's particulars, which the law requires to be shown: the one place to change when the
 * service opens. The values are samples; pages say so until `isSample` is false. Their wording, and
 * that of /terms and /privacy, is for the operator's counsel to confirm.
 */
export const operatorFacts = {
  isSample: true,
  name: '株式会社たすき運営（見本）',
  representative: '代表取締役　見本 はなこ',
  address: '〒000-0000 見本県みほん市見本町0-0-0',
  phone: '000-0000-0000',
  phoneHours: '平日の10時から17時まで。祝日と年末年始は休み',
  email: 'support@tasuki.example',
  /** The licence of a dealer in second-hand goods (古物営業法): its issuer and twelve digits. */
  dealer: {
    name: '株式会社たすき運営（見本）',
    commission: '見本県公安委員会',
    licenceNumber: '第000000000000号',
    goods: '衣類、皮革・ゴム製品類、時計・宝飾品類、道具類',
  },
  privacy: {
    officer: '個人情報保護管理者　見本 たろう',
    email: 'privacy@tasuki.example',
  },
  /**
   * Since when there are terms and a policy, and since when they hold as they stand: days YYYY-MM-DD.
   * People agree from the moment that a text is published, so that it may hold from no later day;
   * an earlier application stays under the terms of its own day.
   */
  terms: { since: '2017-09-01', asOf: '2026-11-23' },
  privacyPolicy: { since: '2017-09-01', asOf: '2026-11-23' },
} as const;
