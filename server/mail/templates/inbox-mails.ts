import { classifications } from '#domain/associates/classification.ts';
import { socialChallenges } from '#domain/challenges/social-challenge.ts';
import { type ContactKind, contactKindLabels } from '#domain/inbox/contact-message.ts';
import type { AdminListing } from '#domain/inbox/listing-application.ts';
import { type SubjectType, subjectTypeOf } from '#domain/inbox/thread.ts';
import { formatPhone } from '#domain/values/phone.ts';
import type { MailContent } from '#server/mail/mail-content.ts';

type Asked = { id: string; kind: ContactKind };

export type InboxMails = {
  'contact-received': Asked;
  'contact-to-answer': Asked & {
    email: string;
    name: string;
    appraisalId: string;
    message: string;
  };
  'listing-received': { id: string };
  'listing-to-decide': AdminListing;
  'thread-reply': {
    id: string;
    body: string;
    files: readonly string[];
    /** Where the answer is written; undefined where it comes by mail. */
    threadUrl: string | undefined;
    linkDays: number;
  };
  'thread-word': {
    id: string;
    subjectType: SubjectType;
    name: string;
    email: string;
    message: string;
    files: readonly string[];
  };
};

const adminUrl = (siteUrl: string, id: string) =>
  `${siteUrl}/admin/${subjectTypeOf(id) === 'listing' ? 'listings' : 'messages'}/${id}`;
const subjectLabels: Record<SubjectType, string> = {
  message: 'お問い合わせ',
  listing: '団体掲載のお申し込み',
};
const filesBlock = (files: readonly string[]) =>
  files.length === 0 ? [] : [{ facts: [['添付ファイル', files.join('、')] as const] }];

/**
 * The mails about what visitors write. A receipt goes to an address that nobody has proven to be
 * theirs, so it quotes none of the sender's words: it cannot be used to advertise to strangers.
 */
export const inboxMails: {
  [Kind in keyof InboxMails]: (data: InboxMails[Kind], siteUrl: string) => MailContent;
} = {
  'contact-received': ({ id, kind }) => ({
    subject: `【たすき】お問い合わせを受け付けました（${id}）`,
    name: '',
    blocks: [
      {
        text: 'お問い合わせをありがとうございます。\n内容を確認し、3営業日以内を目安に、このメールアドレスへお返事します。',
      },
      {
        facts: [
          ['受付番号', id],
          ['種類', contactKindLabels[kind]],
        ],
      },
      { note: 'お返事が届かないときは、受付番号を添えて、もう一度お問い合わせください。' },
    ],
  }),
  'contact-to-answer': ({ id, kind, email, name, appraisalId, message }, siteUrl) => ({
    subject: `【たすき】お問い合わせが届きました（${id}）`,
    name: '',
    blocks: [
      { text: 'サイトのお問い合わせフォームから、次の内容が届きました。' },
      {
        facts: [
          ['受付番号', id],
          ['種類', contactKindLabels[kind]],
          ['お名前', name],
          ['メールアドレス', email],
          ...(appraisalId === '' ? [] : [['申込番号', appraisalId] as const]),
        ],
      },
      { text: message },
      { button: '運営の画面で見る', url: adminUrl(siteUrl, id) },
      {
        note: 'お返事は、運営の画面からお送りください。期限は、届いてから3日です。',
      },
    ],
  }),
  'listing-received': ({ id }, siteUrl) => ({
    subject: `【たすき】団体掲載のお申し込みを受け付けました（${id}）`,
    name: '',
    blocks: [
      {
        text: '団体掲載のお申し込みをありがとうございます。\n内容を確認し、5営業日以内を目安に、担当者からご連絡します。',
      },
      { facts: [['受付番号', id]] },
      { text: '掲載までの流れと条件は、次のページでご覧いただけます。' },
      { button: '団体掲載のご案内', url: `${siteUrl}/listing` },
    ],
  }),
  'listing-to-decide': (listing, siteUrl) => ({
    subject: `【たすき】団体掲載のお申し込みが届きました（${listing.id}）`,
    name: '',
    blocks: [
      { text: '団体から、掲載のお申し込みが届きました。' },
      {
        facts: [
          ['受付番号', listing.id],
          ['団体の名称', listing.organisationName],
          ['種別', classifications[listing.classification].label],
          ['代表者', listing.representative],
          ['都道府県', listing.prefecture],
          ['社会課題', listing.socialChallenges.map((id) => socialChallenges[id].label).join('、')],
          ...(listing.certification ? [['認定', listing.certification] as const] : []),
          ...(listing.websiteUrl ? [['ウェブサイト', listing.websiteUrl] as const] : []),
          ['担当者', listing.personName],
          ['メールアドレス', listing.email],
          ['電話番号', formatPhone(listing.tel)],
        ],
      },
      { text: listing.message },
      { button: '運営の画面で見る', url: adminUrl(siteUrl, listing.id) },
    ],
  }),
  'thread-reply': ({ id, body, files, threadUrl, linkDays }) => ({
    subject: `【たすき】${subjectLabels[subjectTypeOf(id) ?? 'message']}へのお返事（${id}）`,
    name: '',
    ...(threadUrl === undefined && { isAnswerable: true }),
    blocks: [
      { text: body },
      ...filesBlock(files),
      ...(threadUrl === undefined
        ? []
        : [
            { button: 'やり取りを見る・お返事を書く', url: threadUrl, isSecret: true },
            {
              note: `リンクは、最後のやり取りから${linkDays}日間お使いいただけます。ほかの方にはお知らせにならないでください。`,
            },
          ]),
      { note: `受付番号：${id}` },
    ],
  }),
  'thread-word': ({ id, subjectType, name, email, message, files }, siteUrl) => ({
    subject: `【たすき】${subjectLabels[subjectType]}にお返事が届きました（${id}）`,
    name: '',
    blocks: [
      { text: 'やり取りに、新しいお返事が届きました。' },
      {
        facts: [
          ['受付番号', id],
          ['お名前', name],
          ['メールアドレス', email],
        ],
      },
      { text: message },
      ...filesBlock(files),
      { button: '運営の画面で見る', url: adminUrl(siteUrl, id) },
    ],
  }),
};
