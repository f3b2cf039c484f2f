import { formatPhone } from '#kit/values/phone.ts';
import { classifications } from '#organisations/associates/classification.ts';
import { socialChallenges } from '#organisations/challenges/social-challenge.ts';
import type { Templates } from '#people/mail/compose.server.ts';
import { type ContactKind, contactKindLabels } from '#people/messages/contact-message.ts';
import type { AdminListing } from '#people/messages/listing-application.ts';
import { type SubjectType, subjectTypeOf } from '#people/messages/thread.ts';

type ContactData = { id: string; kind: ContactKind };

export type InboxMails = {
  'contact-received': ContactData;
  'contact-to-answer': ContactData & {
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
    /** Page for the answer; undefined if it comes by mail. */
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
 * Mails about visitors' messages. An acknowledgement goes to an unproven address, so it quotes none of the sender's
 * words: it must not carry advertising to strangers.
 */
export const inboxMails: Templates<InboxMails> = {
  'contact-received': ({ id, kind }) => ({
    values: { 受付番号: id, お問い合わせの種類: contactKindLabels[kind] },
    name: '',
    blocks: [
      {
        facts: [
          ['受付番号', id],
          ['種類', contactKindLabels[kind]],
        ],
      },
      { part: 'closing', isNote: true },
    ],
  }),
  'contact-to-answer': ({ id, kind, email, name, appraisalId, message }, siteUrl) => ({
    values: { 受付番号: id, お問い合わせの種類: contactKindLabels[kind] },
    name: '',
    blocks: [
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
      { part: 'closing', isNote: true },
    ],
  }),
  'listing-received': ({ id }, siteUrl) => ({
    values: { 受付番号: id },
    name: '',
    blocks: [
      { facts: [['受付番号', id]] },
      { part: 'body' },
      { button: '団体掲載のご案内', url: `${siteUrl}/listing` },
    ],
  }),
  'listing-to-decide': (listing, siteUrl) => ({
    values: { 受付番号: listing.id },
    name: '',
    blocks: [
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
    values: { 受付番号: id, やり取りの種類: subjectLabels[subjectTypeOf(id) ?? 'message'] },
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
    values: { 受付番号: id, やり取りの種類: subjectLabels[subjectType] },
    name: '',
    blocks: [
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
