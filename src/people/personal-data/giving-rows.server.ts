import { sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import {
  applicationChanges,
  applicationEvents,
  applications,
  applicationTokens,
} from '#giving/applications/application-tables.server.ts';
import { donations, donationThanks } from '#giving/donations/donation-tables.server.ts';
import { giverConsents } from '#giving/giver-lists/giver-consent-tables.server.ts';
import { receiptEvents, receiptGifts, receipts } from '#giving/receipts/receipt-tables.server.ts';
import { traceLinks } from '#giving/trace/trace-tables.server.ts';
import { useReportGifts } from '#organisations/use-reports/use-report-tables.server.ts';
import { identityPapers } from '#warehouse/identity-checks/identity-check-tables.server.ts';
import { appraisalItems, appraisals } from '#warehouse/results/result-tables.server.ts';
import {
  addressHeadings,
  appraisalIdHeading,
  bookkeeping,
  emailHeading,
  nameHeadings,
  type PersonalTable,
  personal,
  secret,
  self,
} from './personal-table.server.ts';
import { applicationNumbersOf } from './subject.server.ts';

const operatorsCare = 'how operators check results before anybody is told of them';

const ofTheirReceipt = (number: PgColumn, uid: string) =>
  sql`${number} in (select number from receipts where uid = ${uid})`;

/** Tables about what a person gives. */
export const givingTables: readonly PersonalTable[] = [
  personal(giverConsents, {
    title: '寄附者名簿への記載の同意と、その取り消し',
    isTheirs: ({ uid }) => sql`${giverConsents.uid} = ${uid}`,
    columns: {
      associateId: '団体',
      act: '同意か、取り消しか',
      textVersion: '同意の文面の版',
      at: '日時',
    },
    leftOut: { id: bookkeeping, uid: self },
  }),
  personal(applications, {
    title: 'お申し込み',
    isTheirs: (subject) => sql`${applications.appraisalId} in ${applicationNumbersOf(subject)}`,
    columns: {
      appraisalId: appraisalIdHeading,
      kind: '種類',
      associateId: '寄付先の団体',
      socialChallengeId: '寄付先の基金',
      frequency: '回数',
      products: 'お品物',
      boxes: '箱の数',
      deliveryDate: 'お届け希望日',
      deliverySlot: 'お届け希望時間',
      needReceipt: '受領証明書の希望',
      needsKit: '箱の発送',
      birth: '生年月日',
      occupation: 'ご職業',
      ...nameHeadings,
      email: emailHeading,
      tel: '電話番号',
      ...addressHeadings,
      state: '状態',
      identity: '本人確認',
      wantsThanksMails: 'お礼のお知らせメール（登録のない方）',
      createdAt: '申込日時',
      stateChangedAt: '状態が変わった日時',
    },
    leftOut: {
      uid: self,
      version: bookkeeping,
      linkGeneration: bookkeeping,
      isSample: bookkeeping,
      enteredBy: 'they are operators',
    },
  }),
  personal(applicationEvents, {
    title: 'お申し込みの経過',
    isTheirs: (subject) =>
      sql`${applicationEvents.appraisalId} in ${applicationNumbersOf(subject)}`,
    columns: {
      appraisalId: appraisalIdHeading,
      fromState: '前の状態',
      toState: '次の状態',
      doneBy: '行った人',
      isSkipped: '省略',
      note: '備考',
      at: '日時',
    },
    leftOut: {
      id: bookkeeping,
      actorUid: 'it may be an operator',
      batchId: bookkeeping,
      undoes: bookkeeping,
    },
  }),
  personal(applicationChanges, {
    title: '運営によるお申し込みの変更',
    isTheirs: (subject) =>
      sql`${applicationChanges.appraisalId} in ${applicationNumbersOf(subject)}`,
    columns: {
      appraisalId: appraisalIdHeading,
      changes: '変更の前とあと',
      reason: '理由',
      at: '日時',
    },
    leftOut: { id: bookkeeping, changedBy: 'they are operators' },
  }),
  personal(donationThanks, {
    title: '届いたお礼',
    isTheirs: (subject) => sql`${donationThanks.donationId} in (
      select id from donations where appraisal_id in ${applicationNumbersOf(subject)})`,
    columns: { donationId: '寄付', thanksId: 'お礼', at: '届いた日時' },
    leftOut: { notifyAt: bookkeeping },
  }),
  personal(useReportGifts, {
    title: '使い道の報告との結びつき',
    isTheirs: (subject) => sql`${useReportGifts.appraisalId} in ${applicationNumbersOf(subject)}`,
    columns: {
      reportId: '使い道の報告',
      appraisalId: appraisalIdHeading,
      yen: '金額（円。マイナスは取り消し）',
      at: '記録した日時',
    },
    leftOut: { id: bookkeeping },
  }),
  personal(applicationTokens, {
    title: 'お申し込みのリンク',
    isTheirs: (subject) =>
      sql`${applicationTokens.appraisalId} in ${applicationNumbersOf(subject)}`,
    columns: {
      appraisalId: appraisalIdHeading,
      purpose: '用途',
      expiresAt: '期限',
      usedAt: '使われた日時',
    },
    leftOut: { tokenHash: secret, generation: bookkeeping },
  }),
  personal(traceLinks, {
    title: '寄付のゆくえの共有リンク',
    isTheirs: (subject) => sql`${traceLinks.appraisalId} in ${applicationNumbersOf(subject)}`,
    columns: {
      appraisalId: appraisalIdHeading,
      showsSums: '金額を見せる',
      createdAt: '作った日時',
      endedAt: '止めた日時',
    },
    leftOut: { id: bookkeeping, tokenHash: secret },
  }),
  personal(appraisals, {
    title: '査定の結果',
    isTheirs: (subject) => sql`${appraisals.appraisalId} in ${applicationNumbersOf(subject)}`,
    columns: {
      id: '査定の番号',
      appraisalId: appraisalIdHeading,
      receivedOn: '受付日',
      appraisedOn: '査定完了日',
      itemCount: '点数',
      pricedCount: '買取点数',
      appraisedYen: '査定金額',
      bonusYen: '加算額',
      donationYen: '寄付額',
      outcome: '結果',
      note: '備考',
      correctsId: '訂正前の査定の番号',
      correctionReason: '訂正の理由',
      createdAt: '登録日時',
      reversedAt: '取り消された日時',
    },
    leftOut: {
      correctedBy: 'they are operators',
      batchId: bookkeeping,
      rowNumber: bookkeeping,
      rowHash: bookkeeping,
      stateBefore: bookkeeping,
      overrideReason: operatorsCare,
    },
  }),
  personal(appraisalItems, {
    title: '査定されたお品物',
    isTheirs: (subject) =>
      sql`${appraisalItems.appraisalRowId} in (select ${appraisals.id} from ${appraisals} where ${appraisals.appraisalId} in ${applicationNumbersOf(subject)})`,
    columns: {
      appraisalRowId: '査定の番号',
      position: '順番',
      name: '品目',
      quantity: '点数',
      amountYen: '査定金額',
      destination: '行き先',
      reason: '理由',
      category: '種類',
      brand: 'ブランド',
      feature: '特徴',
      condition: '状態',
      boxNumber: '箱',
    },
    leftOut: { imageIds: bookkeeping, addedAt: bookkeeping },
  }),
  personal(donations, {
    title: '寄付',
    isTheirs: (subject) =>
      sql`(${donations.uid} = ${subject.uid} or ${donations.appraisalId} in ${applicationNumbersOf(subject)})`,
    columns: {
      id: '寄付の番号',
      appraisalId: appraisalIdHeading,
      associateId: '寄付先の団体',
      socialChallengeId: '寄付先の基金',
      amountYen: '寄付額',
      feeYen: '事務手数料',
      handlingYen: '送料・作業費',
      needReceipt: '受領証明書の希望',
      donatedAt: '寄付日時',
      reversedAt: '取り消された日時',
      remittanceId: '送金の番号',
      receivedOn: '団体が受け取った日',
    },
    leftOut: { uid: self, appraisalRowId: bookkeeping },
  }),
  personal(receipts, {
    title: '受領証明書',
    isTheirs: ({ uid }) => sql`${receipts.uid} = ${uid}`,
    columns: {
      number: '証明書番号',
      kind: '種類',
      associateId: '団体',
      year: '年',
      amountYen: '金額',
      donorName: 'お名前',
      donorAddress: 'ご住所',
      stated: '発行した団体と認定',
      replaces: '替わった証明書',
      issuedAt: '発行日時',
    },
    leftOut: {
      uid: self,
      layout: bookkeeping,
      isSample: bookkeeping,
      verifyCodeHash: secret,
      sealedVerifyCode: secret,
    },
  }),
  personal(receiptGifts, {
    title: '受領証明書に載る寄付',
    isTheirs: ({ uid }) => ofTheirReceipt(receiptGifts.receiptNumber, uid),
    columns: {
      receiptNumber: '証明書番号',
      line: '行',
      appraisalId: appraisalIdHeading,
      donationId: '寄付の番号',
      receivedOn: '団体が受け取った日',
      amountYen: '寄付金額',
    },
    leftOut: { stands: bookkeeping },
  }),
  personal(receiptEvents, {
    title: '受領証明書の記録',
    isTheirs: ({ uid }) => ofTheirReceipt(receiptEvents.receiptNumber, uid),
    columns: {
      receiptNumber: '証明書番号',
      kind: '出来事',
      reason: '理由',
      replacedBy: '替わる証明書',
      at: '日時',
    },
    leftOut: { id: bookkeeping, actorUid: bookkeeping },
  }),
  personal(identityPapers, {
    title: '本人確認の書類',
    isTheirs: (subject) => sql`${identityPapers.appraisalId} in ${applicationNumbersOf(subject)}`,
    columns: {
      appraisalId: appraisalIdHeading,
      kind: '種類',
      submittedAt: '提出日時',
      reviewedAt: '確認日時',
      deleteAfter: '消去の予定',
    },
    leftOut: {
      id: bookkeeping,
      fileName: 'the papers themselves leave their encrypted place for the review only',
      reviewedBy: 'an operator',
    },
  }),
];
