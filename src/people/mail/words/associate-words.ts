import type { MailKindFacts } from './mail-words.ts';

/** Texts of mails about organisations, to the people in charge of them. */
export const associateWords = {
  'listing-preparing': {
    purpose: '掲載の準備を始めたこと',
    recipient: '掲載を申請した方',
    variables: ['受付番号'],
    words: {
      subject: '【たすき】掲載の準備を始めました（{{受付番号}}）',
      opening:
        '団体掲載のお申し込みについて、掲載の準備を始めました。\nお申し込みの内容をもとに、団体のページの下書きを作りました。まだ公開はしていません。',
      body: 'ページを編集していただくための招待を、別のメールでお送りします。招待を引き受けると、写真や文章を直し、公開の前に見え方を確かめられます。',
      closing: '公開の日は、契約の内容とあわせて、担当者からご連絡します。',
    },
  },
  'certification-ending': {
    purpose: '認定の期限が近いこと（90日・30日・7日前）',
    recipient: '運営と団体の担当者',
    variables: ['団体', '認定の番号', '期限', '残りの日数'],
    words: {
      subject: '【たすき】認定の期限まで、あと{{残りの日数}}です（{{団体}}）',
      opening:
        '{{団体}}の認定の期限が近づいています。\n期限を過ぎると、寄付が控除の対象として表示されなくなり、その後に団体へ届いた寄付には控除に使える受領証明書を発行できません。',
      body: '認定が更新されましたら、新しい番号と期間を、運営にお知らせください。',
      closing: '',
    },
  },
  'remittance-arrived': {
    purpose: '送金が着金したこと',
    recipient: '団体の担当者',
    variables: ['団体', '送金額', '着金日', '明細書番号'],
    words: {
      subject: '【たすき】{{送金額}}をお送りしました（{{着金日}}着金）',
      opening:
        '{{団体}}の口座に、ご寄付をお送りしました。\n寄付してくださった方にも、送金が済んだことをお知らせしています。',
      body: '明細書は、団体の画面でご覧いただけます。PDFとCSVで保存することもできます。',
      closing: '',
    },
  },
  'transfer-unconfirmed': {
    purpose: '送金の受け取りを確かめていただくこと（着金の7日後と30日後）',
    recipient: '団体の担当者',
    variables: ['団体', '送金額', '着金日'],
    words: {
      subject: '【たすき】{{着金日}}の送金は届いていますか（{{団体}}）',
      opening:
        '{{着金日}}に、{{団体}}の口座へ{{送金額}}をお送りしました。\n通帳でご確認いただけましたら、団体の画面で「受け取りました」を押してください。',
      body: '受け取りのお知らせは、寄付してくださった方にも届いた証しとしてお見せします。お心当たりの入金がないときは、お問い合わせからお知らせください。',
      closing: '',
    },
  },
} as const satisfies Record<string, MailKindFacts>;
