import type { Templates } from '#people/mail/compose.server.ts';
import type { Block } from '#people/mail/mail-content.server.ts';

export type ThanksMails = {
  thanks: {
    name: string;
    letters: readonly {
      associateName: string;
      title: string;
      url: string;
      isSecret: boolean;
    }[];
    /** Number of letters beyond those named. */
    moreCount: number;
  };
  'pledge-replied': { name: string; associateName: string; pledgeId: string };
};

/** Mails that notify donors of letters and replies by organisations. */
export const thanksMails: Templates<ThanksMails> = {
  thanks: ({ name, letters, moreCount }) => ({
    values: { お名前: name, 団体: letters[0]?.associateName ?? '団体' },
    name,
    blocks: [
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
    values: { お名前: name, 団体: associateName },
    name,
    blocks: [{ button: 'お返事を読む', url: `${siteUrl}/my-pledge/${pledgeId}` }],
  }),
};
