import { sql } from 'drizzle-orm';
import { pledgeItems, pledgeReports, pledges } from '#giving/pledges/pledge-tables.server.ts';
import { auditLog } from '#kit/audit/audit-tables.server.ts';
import { idempotencyKeys } from '#kit/db/idempotency-tables.server.ts';
import { images } from '#kit/images/image-tables.server.ts';
import { donorMerges, donorNotes } from '#people/donors/donor-tables.server.ts';
import { outboxMails } from '#people/mail/mail-tables.server.ts';
import { withoutMarkers } from '#people/mail/sealed-links.server.ts';
import {
  contactMessages,
  listingApplications,
  threadAttachments,
  threadEntries,
} from '#people/messages/message-tables.server.ts';
import {
  appraisalIdHeading,
  bookkeeping,
  createdAtHeading,
  emailHeading,
  type PersonalTable,
  personal,
  secret,
  self,
} from './personal-table.server.ts';
import { applicationNumbersOf, byEmail, type Subject } from './subject.server.ts';

/** Condition for threads on the person's messages, without the operators' internal notes. */
const isTheirThread = (subject: Subject) => sql`(${threadEntries.direction} <> 'note' and (
  (${threadEntries.subjectType} = 'message' and ${threadEntries.subjectId} in (
    select ${contactMessages.id} from ${contactMessages} where ${byEmail(sql`${contactMessages.email}`, subject)}))
  or (${threadEntries.subjectType} = 'listing' and ${threadEntries.subjectId} in (
    select ${listingApplications.id} from ${listingApplications} where ${byEmail(sql`${listingApplications.email}`, subject)}))))`;

const howOperatorsWork = 'how operators share their work';

/** Tables about what a person wrote and was sent. */
export const writingTables: readonly PersonalTable[] = [
  personal(donorNotes, {
    title: '運営がご本人について残したメモ',
    isTheirs: (subject) => sql`(
      (${donorNotes.subjectType} = 'user' and ${donorNotes.subjectId} = ${subject.uid})
      or (${donorNotes.subjectType} = 'application' and ${donorNotes.subjectId} in ${applicationNumbersOf(subject)}))`,
    columns: { body: 'メモ', createdAt: createdAtHeading, withdrawnAt: '取り消した日時' },
    leftOut: {
      id: bookkeeping,
      subjectType: self,
      subjectId: self,
      createdBy: 'they are operators',
    },
  }),
  personal(donorMerges, {
    title: '2つの記録の統合',
    isTheirs: ({ uid }) =>
      sql`(${donorMerges.fromUid} = ${uid} or ${donorMerges.intoUid} = ${uid})`,
    columns: { mergedAt: '統合した日時', undoneAt: '元に戻した日時' },
    leftOut: {
      id: bookkeeping,
      fromUid: self,
      intoUid: self,
      moved: bookkeeping,
      mergedBy: 'they are operators',
      undoneBy: 'they are operators',
    },
  }),
  personal(pledges, {
    title: '#mypledge',
    isTheirs: ({ uid }) => sql`${pledges.uid} = ${uid}`,
    columns: {
      id: '番号',
      appraisalId: appraisalIdHeading,
      state: '状態',
      text: '文章',
      showsAmount: '金額を見せる',
      reply: '団体からの返信',
      repliedAt: '返信日時',
      pledgedAt: '投稿日時',
      updatedAt: '更新日時',
      withheldAt: '運営者が公開を止めた日時',
      withheldReason: '公開を止めた理由',
    },
    leftOut: { uid: self, version: bookkeeping, associateId: 'it stands with the application' },
  }),
  personal(pledgeItems, {
    title: '#mypledgeの写真',
    isTheirs: ({ uid }) =>
      sql`${pledgeItems.pledgeId} in (select ${pledges.id} from ${pledges} where ${pledges.uid} = ${uid})`,
    columns: {
      id: '番号',
      pledgeId: '#mypledgeの番号',
      position: '順番',
      imageId: '画像',
      name: '名前',
      comment: 'コメント',
    },
  }),
  personal(pledgeReports, {
    title: '#mypledgeの通報',
    isTheirs: ({ uid }) => sql`${pledgeReports.reporterUid} = ${uid}`,
    columns: {
      pledgeId: '#mypledgeの番号',
      reason: '理由',
      createdAt: createdAtHeading,
      handledAt: '対応日時',
    },
    leftOut: { id: bookkeeping, reporterUid: self },
  }),
  personal(images, {
    title: '画像（images フォルダーに入っています）',
    isTheirs: ({ uid }) => sql`${images.ownerUid} = ${uid}`,
    columns: {
      id: '画像',
      purpose: '用途',
      contentType: '形式',
      width: '幅',
      height: '高さ',
      byteCount: '大きさ（バイト）',
      alt: '説明',
      createdAt: createdAtHeading,
    },
    leftOut: {
      ownerUid: self,
      associateId: 'of an organisation, whose pictures are nobody’s own',
      widths: bookkeeping,
    },
  }),
  personal(contactMessages, {
    title: 'お問い合わせ',
    isTheirs: (subject) => byEmail(sql`${contactMessages.email}`, subject),
    columns: {
      kind: '種類',
      name: 'お名前',
      email: emailHeading,
      appraisalId: appraisalIdHeading,
      item: 'お品物',
      message: '内容',
      answeredAt: '回答日時',
      createdAt: createdAtHeading,
    },
    leftOut: {
      id: bookkeeping,
      assigneeUid: howOperatorsWork,
      dueAt: howOperatorsWork,
      threadTokenHash: secret,
      version: bookkeeping,
    },
  }),
  personal(threadEntries, {
    title: 'お問い合わせと掲載申請のやり取り',
    isTheirs: isTheirThread,
    columns: {
      id: '番号',
      subjectId: '受付番号',
      direction: '向き（in：いただいたもの、out：お送りしたもの）',
      body: '本文',
      createdAt: createdAtHeading,
    },
    leftOut: {
      subjectType: bookkeeping,
      authorUid: howOperatorsWork,
      mailId: bookkeeping,
      inboundId: bookkeeping,
    },
  }),
  personal(threadAttachments, {
    title: 'やり取りの添付ファイル',
    isTheirs: (subject) =>
      sql`${threadAttachments.entryId} in (select ${threadEntries.id} from ${threadEntries} where ${isTheirThread(subject)})`,
    columns: {
      entryId: 'やり取りの番号',
      name: '名前',
      contentType: '形式',
      byteCount: '大きさ（バイト）',
    },
    leftOut: { id: bookkeeping },
  }),
  personal(listingApplications, {
    title: '団体掲載のお申し込み',
    isTheirs: (subject) => byEmail(sql`${listingApplications.email}`, subject),
    columns: {
      organisationName: '団体名',
      classification: '法人の種類',
      representative: '代表者',
      prefecture: '都道府県',
      socialChallenges: '社会課題',
      certification: '認定',
      personName: 'ご担当者',
      email: emailHeading,
      tel: '電話番号',
      websiteUrl: 'ウェブサイト',
      message: '内容',
      state: '状態',
      stateChangedAt: '状態が変わった日時',
      createdAt: createdAtHeading,
    },
    leftOut: {
      id: bookkeeping,
      assigneeUid: howOperatorsWork,
      dueAt: howOperatorsWork,
      threadTokenHash: secret,
      version: bookkeeping,
      associateId: 'the organisation is public',
    },
  }),
  personal(outboxMails, {
    name: 'mails',
    title: 'お送りしたメール',
    isTheirs: (subject) =>
      sql`(${outboxMails.uid} = ${subject.uid} or ${byEmail(sql`${outboxMails.recipient}`, subject)} or ${outboxMails.appraisalId} in ${applicationNumbersOf(subject)})`,
    columns: {
      kind: '種類',
      recipient: '宛先',
      appraisalId: appraisalIdHeading,
      subject: '件名',
      textBody: '本文',
      state: '状態',
      createdAt: createdAtHeading,
      sentAt: '送信日時',
    },
    leftOut: {
      id: bookkeeping,
      dedupeKey: bookkeeping,
      messageId: bookkeeping,
      uid: self,
      content: 'says the same as the text',
      resendOf: bookkeeping,
      replyTo: bookkeeping,
      attempts: bookkeeping,
      availableAt: bookkeeping,
      waitsMinutes: bookkeeping,
      lastError: 'what the mail server said',
    },
    show: (row) => ({ ...row, textBody: withoutMarkers(String(row.textBody)) }),
  }),
  personal(auditLog, {
    name: 'audit-log',
    title: '操作の記録',
    isTheirs: ({ uid }) => sql`${auditLog.actorUid} = ${uid}`,
    columns: {
      action: '操作',
      subjectType: '対象の種類',
      subjectId: '対象',
      details: '詳細',
      at: '日時',
    },
    leftOut: { id: bookkeeping, actorUid: self },
  }),
  personal(idempotencyKeys, {
    name: 'sent-forms',
    title: '送信の記録',
    isTheirs: ({ uid }) => sql`${idempotencyKeys.actor} = ${uid}`,
    columns: { route: '送信先', createdAt: '送信日時' },
    leftOut: {
      actor: self,
      key: bookkeeping,
      bodyHash: bookkeeping,
      status: bookkeeping,
      response: 'repeats what the other tables hold',
    },
  }),
];
