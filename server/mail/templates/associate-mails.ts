import type { MailContent } from '#server/mail/mail-content.ts';

export type AssociateMails = {
  'listing-preparing': { id: string; organisationName: string };
  'certification-ending': {
    associateId: string;
    associateName: string;
    number: string;
    /** As people read it: 2026/11/20. */
    lastDay: string;
    daysLeft: number;
    /** Where it is looked after. */
    path: string;
  };
};

/** The mails about organisations, to those who look after them. */
export const associateMails: {
  [Kind in keyof AssociateMails]: (data: AssociateMails[Kind], siteUrl: string) => MailContent;
} = {
  'listing-preparing': ({ id, organisationName }) => ({
    subject: `【たすき】掲載の準備を始めました（${id}）`,
    name: '',
    blocks: [
      {
        text: '団体掲載のお申し込みについて、掲載の準備を始めました。\nお申し込みの内容をもとに、団体のページの下書きを作りました。まだ公開はしていません。',
      },
      {
        facts: [
          ['受付番号', id],
          ['団体', organisationName],
        ],
      },
      {
        text: 'ページを編集していただくための招待を、別のメールでお送りします。招待を引き受けると、写真や文章を直し、公開の前に見え方を確かめられます。',
      },
      { note: '公開の日は、契約の内容とあわせて、担当者からご連絡します。' },
    ],
  }),
  'certification-ending': (data, siteUrl) => ({
    subject: `【たすき】認定の期限まで、あと${data.daysLeft}日です（${data.associateName}）`,
    name: '',
    blocks: [
      {
        text: `${data.associateName}の認定の期限が近づいています。\n期限を過ぎると、寄付が控除の対象として表示されなくなり、その後の寄付には控除に使える受領証明書を発行できません。`,
      },
      {
        facts: [
          ['団体', data.associateName],
          ['認定の番号', data.number],
          ['期限', data.lastDay],
        ],
      },
      { text: '認定が更新されましたら、新しい番号と期間を、運営にお知らせください。' },
      { button: '認定の記録を見る', url: `${siteUrl}${data.path}` },
    ],
  }),
};
