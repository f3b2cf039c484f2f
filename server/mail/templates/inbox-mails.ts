import { classifications } from '#domain/associates/classification.ts';
import { socialChallenges } from '#domain/challenges/social-challenge.ts';
import { type ContactKind, contactKindLabels } from '#domain/inbox/contact-message.ts';
import type { AdminListing } from '#domain/inbox/listing-application.ts';
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
};

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
      { button: '運営の画面で見る', url: `${siteUrl}/admin/messages?open=${id}` },
      {
        note: 'お返事は、上のメールアドレスへお送りください。送ったら、運営の画面で対応済みにしてください。',
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
      { button: '運営の画面で見る', url: `${siteUrl}/admin/listings?open=${listing.id}` },
    ],
  }),
};
