import type { Templates } from '#people/mail/compose.server.ts';

type AboutPledge = { name: string; associateName: string };

export type PledgeMails = {
  'pledge-reported': { id: string; associateName: string; reason: string };
  'pledge-withheld': AboutPledge & { reason: string; wasPublic: boolean };
  'pledge-shown-again': AboutPledge & { pledgeId: string };
  'pledge-released': AboutPledge & { isRemoved: boolean };
};

/** Mails about public pledges: reports and what the operator did about them. */
export const pledgeMails: Templates<PledgeMails> = {
  'pledge-reported': ({ id, associateName, reason }, siteUrl) => ({
    values: { 団体: associateName },
    name: '',
    blocks: [
      { text: reason },
      { button: '運営の画面で見る', url: `${siteUrl}/admin/pledge-reports?open=${id}` },
      { part: 'closing', isNote: true },
    ],
  }),
  'pledge-withheld': ({ name, associateName, reason, wasPublic }, siteUrl) => ({
    values: {
      お名前: name,
      団体: associateName,
      いまの表示: wasPublic
        ? '公開のページと一覧には、表示されなくなっています。'
        : 'いまは公開されていませんが、これから公開することもできなくなっています。',
      お問い合わせページ: `${siteUrl}/contact`,
    },
    name,
    blocks: [
      { facts: [['理由', reason]] },
      { button: 'マイページの#mypledgeを見る', url: `${siteUrl}/mypage/my-pledge` },
      { part: 'closing', isNote: true },
    ],
  }),
  'pledge-shown-again': ({ name, associateName, pledgeId }, siteUrl) => ({
    values: { お名前: name, 団体: associateName },
    name,
    blocks: [{ button: '公開ページを見る', url: `${siteUrl}/my-pledge/${pledgeId}` }],
  }),
  'pledge-released': ({ name, associateName, isRemoved }, siteUrl) => ({
    values: {
      お名前: name,
      団体: associateName,
      いまの表示: isRemoved
        ? '前の#mypledgeは削除されていますので、この寄付の#mypledgeを新しくお書きいただけます。'
        : 'いまは公開されていません。マイページから、いつでも公開できます。',
    },
    name,
    blocks: [{ button: 'マイページの#mypledgeを見る', url: `${siteUrl}/mypage/my-pledge` }],
  }),
};
