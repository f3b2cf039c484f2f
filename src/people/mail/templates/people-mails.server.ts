import { type PromisedStep, promisedStepLabels } from '#giving/promised-days/promised-days.ts';
import type { Templates } from '#people/mail/compose.server.ts';

type WaitingFacts = {
  /** The change and its subject: 役割の変更, 見本 花子. */
  title: string;
  subject: string;
  askedBy: string;
};

export type PeopleMails = {
  invitation: { place: string; role: string; url: string; validDays: number };
  'role-changed': { name: string; from: string; to: string };
  'promises-overdue': { late: { step: PromisedStep; count: number; isMore: boolean }[] };
  'approval-waiting': WaitingFacts;
  'approval-delayed': WaitingFacts & { due: string };
  'approval-decided': WaitingFacts & { outcome: string; note: string };
  'bank-account-asked': AccountFacts;
  'bank-account-changed': AccountFacts;
  'bank-account-confirmed': { associateName: string; account: string };
};

/** An organisation's accounts as text, with numbers masked; '' if there was none. */
type AccountFacts = { associateName: string; before: string; after: string };

const accountMail = ({ associateName, before, after }: AccountFacts, siteUrl: string) => ({
  values: { 団体: associateName },
  name: '',
  isWarning: true as const,
  blocks: [
    {
      facts: [
        ['団体', associateName],
        ['これまでの口座', before || 'なし'],
        ['新しい口座', after],
      ] as const,
    },
    { button: 'お問い合わせ', url: `${siteUrl}/contact` },
  ],
});

const lateInWords = ({ count, isMore }: { count: number; isMore: boolean }) =>
  isMore ? `${count}件以上` : `${count}件`;

const approvalsPath = '/admin/approvals';

const factsOf = ({ title, subject, askedBy }: WaitingFacts) =>
  [
    ['内容', title],
    ['対象', subject],
    ['依頼した人', askedBy],
  ] as const;

/** Mails about people's roles in the service and its organisations, and about what needs a second person. */
export const peopleMails: Templates<PeopleMails> = {
  // To an unproven address: only our own words, and names that the operator published.
  invitation: ({ place, role, url, validDays }) => ({
    values: { 招待先: place, 役割: role, 有効な日数: `${validDays}日` },
    name: '',
    blocks: [
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
    values: { お名前: name, これまでの役割: from, これからの役割: to },
    name,
    isWarning: true,
    blocks: [
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
  'promises-overdue': ({ late }, siteUrl) => ({
    values: {
      件数: lateInWords({
        count: late.reduce((sum, { count }) => sum + count, 0),
        isMore: late.some(({ isMore }) => isMore),
      }),
    },
    name: '',
    blocks: [
      { facts: late.map((one) => [promisedStepLabels[one.step], lateInWords(one)] as const) },
      { button: '一覧を開く', url: `${siteUrl}/admin/applications?filter=overdue&order=oldest` },
    ],
  }),
  'approval-waiting': (facts, siteUrl) => ({
    values: { 依頼の内容: facts.title },
    name: '',
    blocks: [
      { facts: factsOf(facts) },
      { button: '承認待ちを開く', url: `${siteUrl}${approvalsPath}` },
    ],
  }),
  'approval-delayed': ({ due, ...facts }, siteUrl) => ({
    values: { 依頼の内容: facts.title, 反映の予定: `${due}（日本時間）` },
    name: '',
    isWarning: true,
    blocks: [
      { facts: [...factsOf(facts), ['反映の予定', `${due}（日本時間）`]] },
      { button: '承認待ちを開く', url: `${siteUrl}${approvalsPath}` },
    ],
  }),
  'approval-decided': ({ outcome, note, ...facts }, siteUrl) => ({
    values: { 依頼の内容: facts.title, 依頼の結果: outcome },
    name: '',
    blocks: [
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
  'bank-account-asked': accountMail,
  'bank-account-changed': accountMail,
  'bank-account-confirmed': ({ associateName, account }, siteUrl) => ({
    values: { 団体: associateName },
    name: '',
    blocks: [
      {
        facts: [
          ['団体', associateName],
          ['口座', account],
        ],
      },
      { button: 'お問い合わせ', url: `${siteUrl}/contact` },
    ],
  }),
};
