import { feesOf, type Terms } from '#money/ledger/fees.ts';
import { nothingGained } from '#warehouse/results/nothing-gained.ts';
import type { Parcel } from '#warehouse/tracking/parcel.ts';
import type { AboutApplication } from './templates/application-mails.server.ts';
import type { Mails } from './templates/templates.server.ts';

const name = '見本 花子';
const sampleTerms: Terms = { feeBasisPoints: 1_000, handlingYen: 100 };

/** Sample data for every kind of mail, with all optional parts: for previews and test mails, under these terms. */
export function sampleMails(siteUrl: string, terms: Terms = sampleTerms): Mails {
  const about: AboutApplication = {
    name,
    appraisalId: 'TS-1234-ABCD',
    targetName: 'しおかぜ猫の家',
    statusUrl: `${siteUrl}/application-status#token`,
  };
  const recipient = '団体';
  const gift = {
    sums: {
      ...{ appraisedYen: 3_000, bonusYen: 240 },
      ...feesOf({ amountYen: 3_240, boxes: 2 }, terms),
    },
    recipient,
  } as const;
  const delivery = { deliveryDate: '2026-12-01', deliverySlot: '14' } as const;
  const pickup = { day: '2026-12-05', slot: '14', boxes: 1 } as const;
  const parcels = [
    { number: 1, carrier: 'yamato', trackingNumber: '000000000000' },
  ] as const satisfies Parcel[];
  const parcel = { ...parcels[0], boxes: 2 };
  const listing = {
    id: 'TL-1234-ABCD',
    organisationName: 'しおかぜ猫の家',
    classification: 'approved-npo',
    representative: '潮風 太郎',
    prefecture: '東京都',
    socialChallenges: ['animal'],
    certification: '東京都 第0号',
    websiteUrl: `${siteUrl}/`,
    personName: name,
    email: 'hanako@example.com',
    tel: '09012345678',
    message: 'ねこを守っています。',
    state: 'new',
    createdAt: '20261120180000000',
    stateChangedAt: '20261120180000000',
  } as const;

  const account = {
    associateName: 'しおかぜ猫の家',
    before: 'みずほ銀行 東京営業部 普通 ***4567',
    after: '三井住友銀行 本店営業部 普通 ***1234',
  };
  const waiting = { title: '役割の変更', subject: name, askedBy: '潮風 太郎' };
  return {
    thanks: {
      name,
      letters: [
        {
          associateName: 'しおかぜ猫の家',
          title: 'ありがとうございます',
          url: siteUrl,
          isSecret: true,
        },
      ],
      moreCount: 2,
    },
    'pledge-replied': { name, associateName: 'しおかぜ猫の家', pledgeId: 'coat' },
    welcome: { name },
    'setup-link': { setupUrl: siteUrl },
    'verify-email': { name, verifyUrl: siteUrl },
    reset: { name, resetUrl: siteUrl, validMinutes: 60 },
    'email-changed': { name, newEmail: 'hanako@example.com', undoUrl: siteUrl },
    'confirm-email-change': { name, verifyUrl: siteUrl },
    'email-change-asked': { name, newEmail: 'hanako@example.com', undoUrl: siteUrl },
    'undo-ended': {},
    'sign-in-changed': {
      name,
      change: 'パスワードを変更しました',
      when: '2026年11月20日 10時05分',
      device: 'iPhone・Safari',
    },
    'facts-corrected': { name, parts: ['ご住所', 'お名前'], appraisalId: 'TS-0000-0000' },
    'records-merged': { name, side: 'left', moved: [['申し込み', '3件']] },
    'records-unmerged': { name, side: 'guest', moved: [['申し込み', '3件']] },
    'service-tied': { name, service: 'LINE' },
    'service-untied': { name, service: 'LINE' },
    'application-received': {
      ...about,
      ...delivery,
      products: ['clothes', 'gold'],
      boxes: 2,
      claimUrl: siteUrl,
      ...{ terms, recipient },
    },
    'own-carton-received': {
      ...{ ...about, products: ['clothes'], boxes: 1, claimUrl: siteUrl },
      ...{ terms, recipient },
    },
    'application-corrected': { ...about, ...delivery },
    'own-carton-corrected': about,
    'kit-sent': { ...about, parcels },
    'kit-tracking': { ...about, parcels },
    'pickup-arranged': { ...about, ...pickup, carrier: 'yamato' },
    'pickup-taken-back': { ...about, ...pickup },
    'parcel-trouble': { ...about, ...parcel, state: 'inquiry' },
    'parcel-found': { ...about, ...parcel, state: 'sent' },
    'parcel-given-up': { ...about, ...parcel, state: 'lost' },
    'goods-received': about,
    'identity-due': { ...about, amountYen: 12_000 },
    'identity-returned': { ...about, reason: 'ご住所が読み取れませんでした。' },
    'donation-completed': { ...about, ...gift, needReceipt: true },
    remitted: { ...about, gift },
    'goods-sold': { ...about, soldOn: '2026-12-10', soldYen: 3_480 },
    'application-cancelled': about,
    'application-returned': about,
    'application-unpriced': {
      ...about,
      answer: nothingGained([
        { name: 'シャツ', quantity: 4, destination: 'リサイクル', reason: '汚れ・傷み' },
        { name: 'スカート', quantity: 1, destination: 'リユース', reason: '季節・流行' },
      ]),
    },
    'result-withdrawn': { ...about, goods: 'お品物は、大切にお預かりしています。' },
    'result-corrected': {
      ...about,
      ...{ before: '12,000円', after: '3,240円', gift },
      reason: '金額のけたを誤って記録していました。',
      notes: [
        '受領証明書2026-000001はお使いいただけなくなり、代わりに2026-000002を発行しました。マイページの「受領証明書」からお受け取りください。',
      ],
    },
    'step-taken-back': { ...about, state: 'kit-sent' },
    'step-corrected': { ...about, state: 'kit-sent', words: '番号を取り違えておりました。' },
    'application-changed': {
      ...about,
      changes: [
        ['ご住所', '変更しました'],
        ['箱の数', '1箱 → 2箱'],
      ],
      isFormer: false,
      claimUrl: siteUrl,
    },
    'kit-reminder': about,
    'own-carton-reminder': about,
    'next-box': { ...about, applyPath: '/appraisal' },
    'pledge-reported': {
      id: 'report-1',
      associateName: about.targetName,
      reason: '他人の写真です。',
    },
    'pledge-withheld': {
      name,
      associateName: about.targetName,
      reason: 'ほかの方のお顔が写っています。',
      wasPublic: true,
    },
    'pledge-released': { name, associateName: about.targetName, isRemoved: true },
    'pledge-shown-again': { name, associateName: about.targetName, pledgeId: 'pledge-1' },
    'contact-received': { id: 'TC-1234-ABCD', kind: 'goods' },
    'contact-to-answer': {
      id: 'TC-1234-ABCD',
      kind: 'goods',
      email: 'hanako@example.com',
      name,
      appraisalId: 'TS-1234-ABCD',
      message: '着物も送れますか。',
    },
    'listing-received': { id: 'TL-1234-ABCD' },
    invitation: { place: 'しおかぜ猫の家', role: '編集できる担当者', url: siteUrl, validDays: 7 },
    'role-changed': { name, from: '倉庫', to: '経理' },
    'promises-overdue': { late: [{ step: 'appraisal', count: 3, isMore: false }] },
    'approval-waiting': waiting,
    'approval-delayed': { ...waiting, due: '2026年11月21日 10時05分' },
    'approval-decided': { ...waiting, outcome: '反映済み', note: '確かめました。' },
    'bank-account-asked': account,
    'bank-account-changed': account,
    'bank-account-confirmed': { associateName: account.associateName, account: account.after },
    'listing-preparing': { id: 'TL-1234-ABCD', organisationName: 'しおかぜ猫の家' },
    'certification-ending': {
      associateId: 'shiokaze',
      associateName: 'しおかぜ猫の家',
      number: '第12号',
      lastDay: '2026/11/20',
      daysLeft: 30,
      path: '/admin/associates/shiokaze',
    },
    'remittance-arrived': {
      associateName: 'しおかぜ猫の家',
      amountYen: 24_680,
      receivedOn: '2026/11/20',
      number: 'S2026-000123',
      path: '/staff/shiokaze/statements',
    },
    'transfer-unconfirmed': {
      associateName: 'しおかぜ猫の家',
      amountYen: 24_680,
      receivedOn: '2026/11/20',
      path: '/staff/shiokaze/uses',
    },
    'use-report': {
      name,
      associateName: 'しおかぜ猫の家',
      title: '子猫のワクチン',
      period: '2026/07/01〜2026/07/31',
      yen: 3_600,
      path: '/associate/shiokaze/use-reports#report-1',
    },
    'listing-to-decide': { ...listing, socialChallenges: [...listing.socialChallenges] },
    'thread-reply': {
      id: 'TC-1234-ABCD',
      body: '着物もお送りいただけます。',
      files: ['ご案内.pdf'],
      threadUrl: siteUrl,
      linkDays: 90,
    },
    'receipts-issued': {
      name,
      year: 2026,
      papers: [{ number: '2027-000123', associateName: 'しおかぜ猫の家', amountYen: 12_345 }],
    },
    'results-not-released': {
      fileName: '査定結果_20261124.csv',
      reason: '確かめていない行が2件あります。',
      batchId: 'batch',
    },
    'thread-word': {
      id: 'TC-1234-ABCD',
      subjectType: 'message',
      name,
      email: 'hanako@example.com',
      message: 'ありがとうございます。',
      files: ['写真.jpg'],
    },
  };
}
