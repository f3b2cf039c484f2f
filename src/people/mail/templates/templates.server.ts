import { formatYen } from '#kit/values/yen.ts';
import type { MailDraft, Templates } from '#people/mail/compose.server.ts';
import type { Block } from '#people/mail/mail-content.server.ts';
import type { MailKind } from '#people/mail/mail-kinds.ts';
import type { MailValues } from '#people/mail/mail-template.ts';
import { type AccountMails, accountMails } from './account-mails.server.ts';
import { type ApplicationMails, applicationMails } from './application-mails.server.ts';
import { type InboxMails, inboxMails } from './inbox-mails.server.ts';
import { type PeopleMails, peopleMails } from './people-mails.server.ts';

type AssociateMails = {
  'listing-preparing': { id: string; organisationName: string };
  'certification-ending': {
    associateId: string;
    associateName: string;
    number: string;
    /** Formatted: 2026/11/20. */
    lastDay: string;
    daysLeft: number;
    /** Page on which it is managed. */
    path: string;
  };
  'remittance-arrived': {
    associateName: string;
    amountYen: number;
    /** Formatted: 2026/11/20. */
    receivedOn: string;
    /** Number and path of its statement. */
    number: string;
    path: string;
  };
  'transfer-unconfirmed': {
    associateName: string;
    amountYen: number;
    /** Formatted: 2026/11/20. */
    receivedOn: string;
    path: string;
  };
};

/** Mails to the people who manage an organisation. */
const associateMails: Templates<AssociateMails> = {
  'listing-preparing': ({ id, organisationName }) => ({
    values: { 受付番号: id },
    name: '',
    blocks: [
      {
        facts: [
          ['受付番号', id],
          ['団体', organisationName],
        ],
      },
      { part: 'body' },
      { part: 'closing', isNote: true },
    ],
  }),
  'certification-ending': (data, siteUrl) => ({
    values: {
      団体: data.associateName,
      認定の番号: data.number,
      期限: data.lastDay,
      残りの日数: `${data.daysLeft}日`,
    },
    name: '',
    blocks: [
      {
        facts: [
          ['団体', data.associateName],
          ['認定の番号', data.number],
          ['期限', data.lastDay],
        ],
      },
      { part: 'body' },
      { button: '認定の記録を見る', url: `${siteUrl}${data.path}` },
    ],
  }),
  'remittance-arrived': (data, siteUrl) => {
    const amount = `${formatYen(data.amountYen)}円`;
    return {
      values: {
        団体: data.associateName,
        送金額: amount,
        着金日: data.receivedOn,
        明細書番号: data.number,
      },
      name: '',
      blocks: [
        {
          facts: [
            ['団体', data.associateName],
            ['送金額', amount],
            ['着金日', data.receivedOn],
            ['明細書番号', data.number],
          ],
        },
        { part: 'body' },
        { button: '明細書を見る', url: `${siteUrl}${data.path}` },
      ],
    };
  },
  'transfer-unconfirmed': (data, siteUrl) => {
    const amount = `${formatYen(data.amountYen)}円`;
    return {
      values: { 団体: data.associateName, 送金額: amount, 着金日: data.receivedOn },
      name: '',
      blocks: [
        {
          facts: [
            ['団体', data.associateName],
            ['送金額', amount],
            ['着金日', data.receivedOn],
          ],
        },
        { part: 'body' },
        { button: '受け取りを知らせる', url: `${siteUrl}${data.path}` },
      ],
    };
  },
};

type AboutPledge = { name: string; associateName: string };

type PledgeMails = {
  'pledge-reported': { id: string; associateName: string; reason: string };
  'pledge-withheld': AboutPledge & { reason: string; wasPublic: boolean };
  'pledge-shown-again': AboutPledge & { pledgeId: string };
  'pledge-released': AboutPledge & { isRemoved: boolean };
};

/** Mails about public pledges: reports and what the operator did about them. */
const pledgeMails: Templates<PledgeMails> = {
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

type ThanksMails = {
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
  'use-report': {
    name: string;
    associateName: string;
    title: string;
    /** Formatted: 2026/07/01〜2026/07/31. */
    period: string;
    /** The donor's share of the report. */
    yen: number;
    path: string;
  };
};

/** Mails that notify donors of letters and replies by organisations. */
const thanksMails: Templates<ThanksMails> = {
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
  'use-report': ({ name, associateName, title, period, yen, path }, siteUrl) => {
    const amount = `${formatYen(yen)}円`;
    return {
      values: { お名前: name, 団体: associateName, 使い道: title, 使われた金額: amount },
      name,
      blocks: [
        {
          facts: [
            ['団体', associateName],
            ['期間', period],
            ['使い道', title],
            ['あなたのご寄付から', amount],
          ],
        },
        { button: '報告を読む', url: `${siteUrl}${path}` },
      ],
    };
  },
};

type ReceiptMails = {
  'receipts-issued': {
    name: string;
    /** Year in which the gifts were received. */
    year: number;
    papers: readonly { number: string; associateName: string; amountYen: number }[];
  };
};

const mostNamed = 20;

const receiptMails: Templates<ReceiptMails> = {
  'receipts-issued': ({ name, year, papers }, siteUrl) => ({
    values: { お名前: name, 件数: `${papers.length}通` },
    name,
    blocks: [
      ...papers.slice(0, mostNamed).map(({ number, associateName, amountYen }) => ({
        facts: [
          ['証明書番号', number],
          ['団体', associateName],
          ['寄付額', `${year}年分 ${formatYen(amountYen)}円`],
        ] as const,
      })),
      ...(papers.length > mostNamed
        ? [{ note: `このほかの${papers.length - mostNamed}通も、同じページにあります。` }]
        : []),
      { button: '受領証明書を開く', url: `${siteUrl}/mypage/receipts` },
    ],
  }),
};

type ResultsMails = {
  'results-not-released': { fileName: string; reason: string; batchId: string };
};

/** Mails about results that wait. */
const resultsMails: Templates<ResultsMails> = {
  'results-not-released': ({ fileName, reason, batchId }, siteUrl) => ({
    values: { 取り込みの名前: fileName, 確定できなかった理由: reason },
    name: '',
    blocks: [
      {
        facts: [
          ['取り込み', fileName],
          ['理由', reason],
        ],
      },
      { button: '査定結果を確かめる', url: `${siteUrl}/admin/results/${batchId}` },
    ],
  }),
};

/** Data of each kind of mail. */
export type Mails = AccountMails &
  ApplicationMails &
  AssociateMails &
  InboxMails &
  PeopleMails &
  PledgeMails &
  ReceiptMails &
  ResultsMails &
  ThanksMails;

type AnyDraft = Omit<MailDraft, 'values'> & { values: MailValues };

const templates: Record<MailKind, (data: never, siteUrl: string) => AnyDraft> = {
  ...accountMails,
  ...applicationMails,
  ...associateMails,
  ...inboxMails,
  ...peopleMails,
  ...pledgeMails,
  ...receiptMails,
  ...resultsMails,
  ...thanksMails,
};

/** Drafts a mail of a kind, without its words. */
export const draftMail = <Kind extends MailKind>(
  kind: Kind,
  data: Mails[Kind],
  siteUrl: string,
): AnyDraft => templates[kind](data as never, siteUrl);
