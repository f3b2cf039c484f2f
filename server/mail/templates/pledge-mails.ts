import type { MailContent } from '#server/mail/mail-content.ts';

type AboutPledge = { name: string; associateName: string };

export type PledgeMails = {
  'pledge-reported': { id: string; associateName: string; reason: string };
  'pledge-withheld': AboutPledge & { reason: string; wasPublic: boolean };
  'pledge-shown-again': AboutPledge & { pledgeId: string };
  'pledge-released': AboutPledge & { isRemoved: boolean };
};

/** The mails about public pledges: what is reported of them, and what the operator does about them. */
export const pledgeMails: {
  [Kind in keyof PledgeMails]: (data: PledgeMails[Kind], siteUrl: string) => MailContent;
} = {
  'pledge-reported': ({ id, associateName, reason }, siteUrl) => ({
    subject: '【たすき】#mypledgeの通報が届きました',
    name: '',
    blocks: [
      { text: `${associateName}への寄付についての#mypledgeに、次の通報が届きました。` },
      { text: reason },
      { button: '運営の画面で見る', url: `${siteUrl}/admin/pledge-reports?open=${id}` },
      {
        note: '内容を確認し、公開を止めるか、問題なしとして対応済みにしてください。通報した方には返信できません。',
      },
    ],
  }),
  'pledge-withheld': ({ name, associateName, reason, wasPublic }, siteUrl) => ({
    subject: '【たすき】#mypledgeの公開を止めました',
    name,
    blocks: [
      {
        text: `${associateName}への寄付についての#mypledgeを確認し、運営者が公開を止めました。${
          wasPublic
            ? '公開のページと一覧には、表示されなくなっています。'
            : 'いまは公開されていませんが、これから公開することもできなくなっています。'
        }`,
      },
      { facts: [['理由', reason]] },
      { button: 'マイページの#mypledgeを見る', url: `${siteUrl}/mypage/my-pledge` },
      {
        note: `お心当たりのないときや、直して公開したいときは、お問い合わせください。\n${siteUrl}/contact`,
      },
    ],
  }),
  'pledge-shown-again': ({ name, associateName, pledgeId }, siteUrl) => ({
    subject: '【たすき】#mypledgeの公開を再開しました',
    name,
    blocks: [
      {
        text: `${associateName}への寄付についての#mypledgeを、ふたたび公開しました。ご不便をおかけしました。`,
      },
      { button: '公開ページを見る', url: `${siteUrl}/my-pledge/${pledgeId}` },
    ],
  }),
  'pledge-released': ({ name, associateName, isRemoved }, siteUrl) => ({
    subject: '【たすき】#mypledgeの公開の停止を解きました',
    name,
    blocks: [
      {
        text: `${associateName}への寄付についての#mypledgeの、公開の停止を解きました。${
          isRemoved
            ? '前の#mypledgeは削除されていますので、この寄付の#mypledgeを新しくお書きいただけます。'
            : 'いまは公開されていません。マイページから、いつでも公開できます。'
        }`,
      },
      { button: 'マイページの#mypledgeを見る', url: `${siteUrl}/mypage/my-pledge` },
    ],
  }),
};
