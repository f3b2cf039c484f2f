import type { MailContent } from '#server/mail/mail-content.ts';

type WaitingFacts = {
  /** What is to be done, and to whom or what: 役割の変更, 見本 花子. */
  title: string;
  subject: string;
  askedBy: string;
};

export type PeopleMails = {
  invitation: { place: string; role: string; url: string; validDays: number };
  'role-changed': { name: string; from: string; to: string };
  'approval-waiting': WaitingFacts;
  'approval-delayed': WaitingFacts & { due: string };
  'approval-decided': WaitingFacts & { outcome: string; note: string };
};

const approvalsPath = '/admin/approvals';

const factsOf = ({ title, subject, askedBy }: WaitingFacts) =>
  [
    ['内容', title],
    ['対象', subject],
    ['依頼した人', askedBy],
  ] as const;

/** The mails about who works for the service and its organisations, and what waits for a second person. */
export const peopleMails: {
  [Kind in keyof PeopleMails]: (data: PeopleMails[Kind], siteUrl: string) => MailContent;
} = {
  // To an address that nobody has proven yet: only words of ours, and names that the operator published.
  invitation: ({ place, role, url, validDays }) => ({
    subject: `【たすき】${place}への招待が届いています`,
    name: '',
    blocks: [
      { text: `${place}に招待されました。\n次のリンクから、内容を確かめてお引き受けください。` },
      {
        facts: [
          ['招待先', place],
          ['役割', role],
          ['期限', `${validDays}日以内`],
        ],
      },
      { button: '招待の内容を見る', url, isSecret: true },
      {
        note: 'リンクは一度だけ使えます。期限が切れたときは、招待した人に送り直しをご依頼ください。',
      },
    ],
  }),
  'role-changed': ({ name, from, to }, siteUrl) => ({
    subject: '【たすき】役割が変わりました',
    name,
    isWarning: true,
    blocks: [
      { text: 'たすきでのあなたの役割が変わりました。' },
      {
        facts: [
          ['これまで', from],
          ['これから', to],
        ],
      },
      { text: 'お心当たりのないときは、お問い合わせください。' },
      { button: 'お問い合わせ', url: `${siteUrl}/contact` },
    ],
  }),
  'approval-waiting': (facts, siteUrl) => ({
    subject: `【たすき】承認をお待ちしています（${facts.title}）`,
    name: '',
    blocks: [
      { text: '次の依頼が、もう1人の承認を待っています。内容を確かめて、ご判断ください。' },
      { facts: factsOf(facts) },
      { button: '承認待ちを開く', url: `${siteUrl}${approvalsPath}` },
    ],
  }),
  'approval-delayed': ({ due, ...facts }, siteUrl) => ({
    subject: `【たすき】1日おいて反映します（${facts.title}）`,
    name: '',
    isWarning: true,
    blocks: [
      {
        text: 'ほかに承認できる人がいないため、次の依頼は1日おいて自動で反映します。お心当たりのないときは、それまでに取り下げ、パスワードを変えてください。',
      },
      { facts: [...factsOf(facts), ['反映の予定', `${due}（日本時間）`]] },
      { button: '承認待ちを開く', url: `${siteUrl}${approvalsPath}` },
    ],
  }),
  'approval-decided': ({ outcome, note, ...facts }, siteUrl) => ({
    subject: `【たすき】依頼の結果：${outcome}（${facts.title}）`,
    name: '',
    blocks: [
      { text: 'ご依頼の結果をお知らせします。' },
      {
        facts: [
          ...factsOf(facts),
          ['結果', outcome],
          ...(note === '' ? [] : [['メモ', note] as const]),
        ],
      },
      { button: '承認待ちを開く', url: `${siteUrl}${approvalsPath}` },
    ],
  }),
};
