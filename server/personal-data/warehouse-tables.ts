import { sql } from 'drizzle-orm';
import {
  applicationChanges,
  applicationEvents,
  applications,
  applicationTokens,
} from '#server/db/schema/applications.ts';
import { donations, donationThanks } from '#server/db/schema/donations.ts';
import { identityPapers } from '#server/db/schema/identity-checks.ts';
import { receipts } from '#server/db/schema/receipts.ts';
import { appraisalItems, appraisals } from '#server/db/schema/results.ts';
import {
  appraisalDraftItems,
  appraisalDrafts,
  waitingResults,
} from '#server/db/schema/warehouse/appraising.ts';
import { dealerEntries, identityLetters } from '#server/db/schema/warehouse/dealer-ledger.ts';
import { boxExceptions, scans } from '#server/db/schema/warehouse/intake.ts';
import { boxes, kitBatchEntries, pickups } from '#server/db/schema/warehouse/kits.ts';
import {
  addressHeadings,
  appraisalIdHeading,
  bookkeeping,
  createdAtHeading,
  emailHeading,
  nameHeadings,
  type PersonalTable,
  personal,
  secret,
  self,
} from './personal-table.ts';
import { theirNumbers } from './subject.ts';

const operatorsCare = 'how operators check results before anybody is told of them';

/** What of a person is in the rooms of the warehouse: boxes, appraisals under way, the dealer's ledger. */
export const warehouseTables: readonly PersonalTable[] = [
  personal(pickups, {
    title: '箱の集荷のお申し込み',
    isTheirs: (subject) => sql`${pickups.appraisalId} in ${theirNumbers(subject)}`,
    columns: {
      appraisalId: appraisalIdHeading,
      day: '集荷の希望日',
      slot: '時間帯',
      boxes: '箱の数',
      askedAt: '申込日時',
      exportedAt: '手配した日時',
      cancelledAt: '取り消した日時',
    },
    leftOut: { exportedBy: 'they are operators', version: bookkeeping },
  }),
  personal(kitBatchEntries, {
    name: 'kits',
    title: 'お送りした箱の宛先',
    isTheirs: (subject) => sql`${kitBatchEntries.appraisalId} in ${theirNumbers(subject)}`,
    columns: {
      appraisalId: appraisalIdHeading,
      boxes: '箱の数',
      recipient: '宛先',
      split: '送り状に印刷した住所とお名前',
      state: '発送',
      leftOutReason: '発送しなかった理由',
    },
    leftOut: {
      batchId: bookkeeping,
      position: bookkeeping,
      applicationVersion: bookkeeping,
    },
  }),
  personal(boxes, {
    title: '箱',
    isTheirs: (subject) => sql`${boxes.appraisalId} in ${theirNumbers(subject)}`,
    columns: {
      appraisalId: appraisalIdHeading,
      number: '箱の番号',
      isExtra: 'お申し込みより多い箱',
      carrier: '運送会社',
      trackingNumber: '送り状の番号',
      kitState: '箱の発送の状態',
      kitSentAt: '箱を発送した日時',
      kitStateAt: '運送会社の状態の日時',
      receivedAt: '届いた日時',
    },
    leftOut: { kitBatchId: bookkeeping, receivedBy: 'they are operators', version: bookkeeping },
  }),
  personal(scans, {
    title: '箱の受付',
    isTheirs: (subject) => sql`${scans.appraisalId} in ${theirNumbers(subject)}`,
    columns: {
      code: '読み取った番号',
      appraisalId: appraisalIdHeading,
      boxNumber: '箱',
      outcome: '結果',
      scannedAt: '読み取った日時',
      receivedAt: '受付の日時',
      takenBackAt: '取り消した日時',
      takenBackReason: '取り消した理由',
    },
    leftOut: {
      id: bookkeeping,
      scannedBy: 'they are operators',
      takenBackBy: 'they are operators',
    },
  }),
  personal(boxExceptions, {
    title: '保留になった箱',
    isTheirs: (subject) => sql`${boxExceptions.appraisalId} in ${theirNumbers(subject)}`,
    columns: {
      kind: '種類',
      appraisalId: appraisalIdHeading,
      boxNumber: '箱',
      reason: '理由',
      ending: 'どうなったか',
      endingNote: 'どうなったかのメモ',
      endedAt: '終わった日時',
      createdAt: createdAtHeading,
    },
    leftOut: {
      id: bookkeeping,
      scanId: bookkeeping,
      place: 'where it stands in the warehouse',
      imageIds: 'pictures of boxes, which operators show on request',
      ownerUid: 'they are operators',
      dueOn: 'how operators share their work',
      state: bookkeeping,
      endedBy: 'they are operators',
      createdBy: 'they are operators',
      changedBy: 'they are operators',
      changedAt: bookkeeping,
      version: bookkeeping,
    },
  }),
  personal(waitingResults, {
    title: '確定を待っている査定の結果',
    isTheirs: (subject) => sql`${waitingResults.appraisalId} in ${theirNumbers(subject)}`,
    columns: {
      appraisalId: appraisalIdHeading,
      result: '査定の内容',
      items: 'お品物',
      addedAt: '登録日時',
      changedAt: '変更日時',
    },
    leftOut: {
      ...{ id: bookkeeping, batchId: bookkeeping, rowNumber: bookkeeping, rowHash: bookkeeping },
      ...{ source: bookkeeping, version: bookkeeping, releasedAt: bookkeeping },
      ...{ flags: operatorsCare, overrideReason: operatorsCare },
      ...{ addedBy: operatorsCare, changedBy: operatorsCare },
      ...{ takenOutBy: operatorsCare, takenOutAt: operatorsCare, takenOutReason: operatorsCare },
    },
  }),
  personal(appraisalDrafts, {
    title: '査定の途中の記録',
    isTheirs: (subject) => sql`${appraisalDrafts.appraisalId} in ${theirNumbers(subject)}`,
    columns: {
      appraisalId: appraisalIdHeading,
      state: '状態',
      outcome: '結果',
      bonusYen: '加算額',
      note: '備考',
      startedAt: '査定をはじめた日時',
      changedAt: '変更日時',
      finishedAt: '査定を終えた日時',
      reviewedAt: '確認した日時',
    },
    leftOut: {
      finishedBoxes: bookkeeping,
      overrideReason: 'what operators say to each other',
      sentBackNote: 'what operators say to each other',
      startedBy: 'an operator',
      changedBy: 'an operator',
      finishedBy: 'an operator',
      reviewedBy: 'an operator',
      version: bookkeeping,
    },
  }),
  personal(appraisalDraftItems, {
    title: '査定の途中のお品物',
    isTheirs: (subject) => sql`${appraisalDraftItems.appraisalId} in ${theirNumbers(subject)}`,
    columns: {
      appraisalId: appraisalIdHeading,
      boxNumber: '箱',
      content: 'お品物',
      addedAt: '入力日時',
      changedAt: '変更日時',
      removedAt: '取り除いた日時',
    },
    leftOut: {
      id: bookkeeping,
      imageIds: 'pictures of goods, shown beside them',
      addedBy: 'an operator',
      changedBy: 'an operator',
      version: bookkeeping,
    },
  }),
  personal(identityLetters, {
    title: '本人確認の郵便',
    isTheirs: (subject) => sql`${identityLetters.appraisalId} in ${theirNumbers(subject)}`,
    columns: {
      appraisalId: appraisalIdHeading,
      method: '本人確認の方法',
      letterNumber: '郵便の番号',
      sentOn: '発送日',
      deliveredOn: '到達日',
      returnedOn: '返送日',
      changedAt: '記録日時',
    },
    leftOut: { changedBy: 'an operator', version: bookkeeping },
  }),
  personal(dealerEntries, {
    title: '古物台帳の記載',
    isTheirs: (subject) => sql`${dealerEntries.appraisalId} in ${theirNumbers(subject)}`,
    columns: {
      number: '台帳の番号',
      appraisalId: appraisalIdHeading,
      itemPosition: '明細の順',
      tradedOn: '取引の日',
      way: '区分',
      kind: '品目',
      quantity: '数量',
      feature: '特徴',
      priceYen: '代価',
      partyName: 'お名前',
      partyAddress: 'ご住所',
      partyOccupation: 'ご職業',
      partyAge: '年齢',
      identityMethod: '本人確認の方法',
      letterNumber: '郵便の番号',
      letterSentOn: '郵便の発送日',
      letterDeliveredOn: '郵便の到達日',
      taxNote: '消費税の扱い',
      enteredAt: '記入日時',
      keptUntil: '保存期限',
      correctionReason: '訂正の理由',
    },
    leftOut: {
      id: bookkeeping,
      appraisalRowId: bookkeeping,
      enteredBy: 'an operator',
      corrects: bookkeeping,
      folded: bookkeeping,
    },
  }),
];
