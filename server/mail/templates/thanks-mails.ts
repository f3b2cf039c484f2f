import type { Block, MailContent } from '#server/mail/mail-content.ts';

export type ThanksMails = {
  thanks: {
    name: string;
    letters: readonly {
      associateName: string;
      title: string;
      url: string;
      isSecret: boolean;
    }[];
    /** Letters besides those that are named. */
    moreCount: number;
  };
  'pledge-replied': { name: string; associateName: string; pledgeId: string };
};

/** The mails by which donors are told of what organisations wrote to them. */
export const thanksMails: {
  [Kind in keyof ThanksMails]: (data: ThanksMails[Kind], siteUrl: string) => MailContent;
} = {
  thanks: ({ name, letters, moreCount }) => ({
    subject: `【たすき】${letters[0]?.associateName ?? '団体'}からお礼が届きました`,
    name,
    blocks: [
      { text: 'ご寄付の先の団体から、お礼のメッセージが届きました。' },
      ...letters.flatMap(({ associateName, title, url, isSecret }): Block[] => [
        {
          facts: [
            ['団体', associateName],
            ['件名', title],
          ],
        },
        isSecret ? { button: 'お礼を読む', url, isSecret: true } : { button: 'お礼を読む', url },
      ]),
      ...(moreCount > 0
        ? [
            {
              note: `このほかに${moreCount}通のお礼が届いています。寄付のページでお読みいただけます。`,
            },
          ]
        : []),
      ...(letters.some(({ isSecret }) => isSecret)
        ? [{ note: 'このリンクはご本人専用です。ほかの方には教えないでください。' }]
        : []),
    ],
  }),
  'pledge-replied': ({ name, associateName, pledgeId }, siteUrl) => ({
    subject: `【たすき】#mypledgeに${associateName}からお返事が届きました`,
    name,
    blocks: [
      { text: `お書きくださった#mypledgeに、${associateName}からお返事が届きました。` },
      { button: 'お返事を読む', url: `${siteUrl}/my-pledge/${pledgeId}` },
    ],
  }),
};
