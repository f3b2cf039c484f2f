import type { LegalText } from '#people/legal/legal-text.ts';

/** Initial text for 特定商取引法 (mail-order sellers). Not public until published. */
export const deliveredCommerce: LegalText = {
  title: '特定商取引法に基づく表記',
  body: `# 事業者の名称

{{operatorName}}

# 運営の責任者

{{representative}}

# 所在地

{{address}}

# 連絡先

- 電話：{{phone}}（{{phoneHours}}）
- メール：{{email}}
- [お問い合わせフォーム](/contact)

# 古物商の許可

{{dealerCommission}} {{dealerLicence}}（{{dealerName}}）

# お客さまにお支払いいただく費用

箱代、箱をお届けする送料、お届けした伝票でお送りいただく送料、査定料は、いただきません。

# お申し込みの取り消し

箱を発送するまでは、いつでも無料で取り消せます。詳しくは[利用規約](/terms)をご覧ください。
`,
};
