import { describe, expect, test } from 'vitest';
import type * as z from 'zod/mini';
import { AdminApplicationDetail, AdminToday } from '#giving/applications/admin-application.ts';
import {
  ApplicationStatus,
  Applied,
  Cancelled,
  ClaimLink,
} from '#giving/applications/application.ts';
import { StepOutcome } from '#giving/applications/step-changes.ts';
import { Donation, DonationHistoryEntry, toHistoryEntry } from '#giving/donations/donation.ts';
import { AdminPledgeReport } from '#giving/pledges/admin-pledge-report.ts';
import { OwnPledge } from '#giving/pledges/pledge.ts';
import { emptyWords, publicWordsOf } from '#giving/pledges/pledge-draft.ts';
import { Receipt, ReceiptGroup, ReceiptVerdict } from '#giving/receipts/receipt.ts';
import { ReceiptDouble } from '#giving/receipts/receipt-double.ts';
import { ErrorBody } from '#kit/errors/error-body.ts';
import { Received } from '#kit/values/reference-number.ts';
import {
  AssociateArticle,
  AssociateDetail,
  AssociateVision,
  CategoryAssociate,
  SocialChallenge,
} from '#organisations/associates/associate.ts';
import { StaffAssociate, StaffDonation } from '#organisations/room/staff-associate.ts';
import { Account, Profile, PublicProfile } from '#people/accounts/account.ts';
import { AdminMailDetail } from '#people/mail/admin-mail.ts';
import { AdminContactMessage } from '#people/messages/contact-message.ts';
import { InboxCounts } from '#people/messages/inbox.ts';
import { AdminListing } from '#people/messages/listing-application.ts';
import { OwnSession, SignInMethods } from '#people/sign-in/own-sign-in.ts';
import {
  NewRecoveryCodes,
  RecoveryCodes,
  SecondFactorReset,
  SecondFactors,
  TotpEnrolment,
} from '#people/sign-in/second-factor.ts';
import { SignedIn } from '#people/sign-in/sign-in.ts';
import { ServiceAddress, ServiceNewcomer } from '#people/sign-in/sign-in-service.ts';
import { Achievements } from '#site/achievements/achievements.ts';
import {
  AdminIdentityCheck,
  AdminPapers,
  IdentityCheckStatus,
} from '#warehouse/identity-checks/identity-check-schema.ts';
import { ResultBatch, ResultBatchRow, ResultImport } from '#warehouse/results/result-import.ts';

// Example responses written out in full. A field missing from the schema or the response fails a
// test; an extra field is not passed on.

const at = '20261120100000000';
const appraisalId = 'TS-0000-0000';
const address = {
  zipcode: '1000001',
  prefecture: '東京都',
  line1: '千代田区千代田',
  line2: '1-1',
  building: '',
};
const handles = { instagram: 'hanako', facebook: '', twitter: 'hanako_t' };
const sum = { count: 2, amountYen: 5_000 };

const status = {
  appraisalId,
  kind: 'direct',
  associateId: 'ao',
  socialChallengeId: '',
  targetName: 'あおぞら',
  state: 'applied',
  identity: 'not-needed',
  frequency: 'once',
  events: [{ state: 'applied', label: '申込', message: '受付', at }],
  products: ['clothes'],
  boxes: 1,
  deliveryDate: '2026-11-25',
  deliverySlot: '14',
  needReceipt: true,
  needsKit: true,
  amountYen: 3_240,
  pieces: { count: 2, priced: 2 },
  items: [{ name: '上着', quantity: 2, amountYen: 900, destination: '国内', reason: '' }],
  thanks: [{ id: 't1', title: 'お礼', blocks: [], image: null, at }],
  applicantAddress: address,
  promisedOn: '2026-11-25',
  canCorrect: true,
  canCancel: true,
  version: 3,
  createdAt: at,
};

const pledge = {
  id: 'p1',
  appraisalId,
  pledgedAt: at,
  ...publicWordsOf(emptyWords),
  text: '使ってください。',
  author: { uid: 'u1', name: 'はなこ', image: '' },
  donation: { associateId: 'ao', socialChallengeId: '', associateName: 'あおぞら', amount: 3_240 },
  items: [
    {
      id: 'i1',
      image: '/images/i1',
      width: 960,
      height: 720,
      widths: [480],
      name: '服',
      comment: '',
    },
  ],
  reply: '',
};

const adminApplication = {
  appraisalId,
  kind: 'direct',
  targetName: 'あおぞら',
  state: 'applied',
  identity: 'not-needed',
  name: '山田 花子',
  nameKana: 'やまだ はなこ',
  tel: '0312345678',
  isGuest: true,
  boxes: 1,
  deliveryDate: '',
  deliverySlot: '14',
  createdAt: at,
  amountYen: null,
  kitSentOn: '',
  promisedOn: '2026-11-25',
  isOverdue: false,
  elapsedDays: 2,
  steps: ['send-kit'],
};

const associate = {
  id: 'ao',
  name: 'あおぞら',
  summary: 'こどもの居場所',
  classification: 'approved-npo',
  isDeductible: true,
  socialChallenges: ['child'],
  locations: ['東京都'],
  createdAt: at,
  coverImage: null,
  stat: { monthlyCount: 1, totalCount: 9 },
  terms: { feeBasisPoints: 1_000, handlingYen: 100 },
};

const fate = {
  ...{ state: 'replaced', endedAt: at, endReason: '再発行したため', replacedBy: '2026-000124' },
};
const double = { number: '2026-000123', kind: 'year', year: 2026, amountYen: 1, issuedAt: at };
const receipt = {
  number: '2026-000123',
  kind: 'donation',
  associateId: 'ao',
  associateName: 'あおぞら',
  appraisalIds: [appraisalId],
  year: 2026,
  amountYen: 3_240,
  donorName: '山田 花子',
  issuedAt: at,
  replaces: ['2026-000122'],
  ...fate,
};

const profile = {
  name: 'はなこ',
  text: '',
  birth: '1990-01-31',
  gender: 'female',
  snsAccounts: handles,
  image: '',
  bannerImage: '',
};

const answers: [name: string, schema: z.ZodMiniType, whole: Record<string, unknown>][] = [
  [
    'an account',
    Account,
    {
      email: 'hanako@example.com',
      tel: '0312345678',
      names: {
        firstName: '花子',
        lastName: '山田',
        firstNameKana: 'はなこ',
        lastNameKana: 'やまだ',
      },
      address,
    },
  ],
  ['a profile', Profile, profile],
  [
    'a public profile',
    PublicProfile,
    {
      uid: 'u1',
      name: 'はなこ',
      text: '',
      snsAccounts: handles,
      image: '',
      bannerImage: '',
      since: at,
    },
  ],
  [
    'all that was achieved',
    Achievements,
    {
      totalCount: 2,
      totalYen: 5_000,
      associateCount: 1,
      months: [{ ...sum, month: '2026-11' }],
      challenges: [{ id: 'child', toAssociates: sum, toFund: sum }],
      classifications: [{ ...sum, id: null }],
      goodsUntil: '2026-11-19',
      goods: [{ id: 'clothes', count: 2 }],
    },
  ],
  [
    'a fresh application',
    Applied,
    { appraisalId, state: 'applied', createdAt: at, claimToken: null },
  ],
  [
    'a claim link',
    ClaimLink,
    { appraisalId, targetName: '猫の家', email: 'a@example.jp', createdAt: at, isYours: false },
  ],
  ["an application's status", ApplicationStatus, status],
  ['a cancelled application', Cancelled, { appraisalId, cancelledAt: at }],
  [
    'an organisation',
    AssociateDetail,
    {
      ...associate,
      description: '',
      address: '',
      representative: '',
      websiteUrl: '',
      foundedYear: null,
      certification: {
        number: '1',
        authority: '東京都',
        certifiedOn: '2024-01-01',
        expiresOn: '2028-12-31',
        hasTaxCredit: true,
      },
      totalYen: 9_000,
      totalYenGifts: 5,
      deliveredYen: 8_000,
      state: 'paused',
      stateNote: '夏休みです。',
      endedOn: '',
      terms: { feeBasisPoints: 0, handlingYen: 0 },
    },
  ],
  [
    "an organisation's vision",
    AssociateVision,
    { associateId: 'ao', title: '', body: '', goal: '', useOfDonations: '' },
  ],
  [
    'an article',
    AssociateArticle,
    {
      id: 'a1',
      associateId: 'ao',
      title: '',
      body: '',
      image: { image: '/images/1', width: 480, height: 320, widths: [480], alt: '庭' },
      publishedAt: at,
    },
  ],
  [
    'a pick',
    CategoryAssociate,
    { category: 'c', associateId: 'ao', title: '', comment: '', orders: 1, associate },
  ],
  [
    'a social challenge',
    SocialChallenge,
    { id: 'child', will: '', orders: 1, description: '', fundName: '', numberOfAssociates: 3 },
  ],
  [
    'a contact message',
    AdminContactMessage,
    {
      id: 'TC-0000-0000',
      name: '山田',
      email: 'hanako@example.com',
      kind: 'goods',
      appraisalId: '',
      item: '',
      message: '',
      answeredAt: null,
      createdAt: at,
    },
  ],
  [
    'a donation',
    Donation,
    {
      appraisalId,
      associateId: 'ao',
      socialChallengeId: '',
      associateName: 'あおぞら',
      amount: 3_240,
      donatedAt: at,
      receivedOn: '',
      needReceipt: true,
    },
  ],
  [
    'a line of the history',
    DonationHistoryEntry,
    {
      donationId: appraisalId,
      associateId: 'ao',
      associateName: 'あおぞら',
      amount: 3_240,
      donatedAt: at,
      receivedOn: '',
      needReceipt: true,
    },
  ],
  [
    "an identity check's status",
    IdentityCheckStatus,
    {
      appraisalId,
      targetName: 'こども基金',
      amountYen: null,
      identity: 'due',
      canSend: true,
      papers: [{ kind: 'driving-licence', submittedAt: at }],
      reason: '',
    },
  ],
  [
    'an identity check in the list',
    AdminIdentityCheck,
    {
      appraisalId,
      name: '山田',
      targetName: 'こども基金',
      amountYen: 10_000,
      identity: 'submitted',
      papers: ['driving-licence'],
      since: at,
    },
  ],
  [
    'the papers of a check',
    AdminPapers,
    {
      appraisalId,
      identity: 'submitted',
      papers: [
        { id: '1', kind: 'resident-record', format: 'pdf', submittedAt: at, reviewedAt: null },
      ],
      reason: '',
      version: 1,
    },
  ],
  ['the inbox', InboxCounts, { openMessages: 1, newListings: 2, openReports: 3 }],
  [
    'an application to be listed',
    AdminListing,
    {
      id: 'TL-0000-0000',
      organisationName: 'あおぞら',
      classification: 'approved-npo',
      representative: '',
      prefecture: '東京都',
      socialChallenges: ['child'],
      certification: '',
      websiteUrl: '',
      personName: '',
      email: '',
      tel: '',
      message: '',
      state: 'new',
      stateChangedAt: at,
      createdAt: at,
    },
  ],
  [
    'an application as the operator reads it',
    AdminApplicationDetail,
    {
      ...adminApplication,
      status,
      email: '',
      names: { firstName: '', lastName: '', firstNameKana: '', lastNameKana: '' },
      uid: null,
      enteredBy: { name: '' },
      frequency: 'once',
      birth: '',
      occupation: '',
      slotCodes: { sagawa: '14', yamato: '1416' },
      termsVersion: 1,
      version: 1,
      takeBackUntil: null,
      rightState: 'applied',
      history: [
        {
          id: 1,
          fromState: null,
          toState: 'applied',
          doneBy: 'donor',
          actorUid: null,
          actorName: '',
          undoes: null,
          change: { id: 1, reason: '', changes: {} },
          isSkipped: false,
          note: '',
          at,
        },
      ],
    },
  ],
  [
    'what awaits the operator',
    AdminToday,
    {
      todo: 4,
      overdue: 1,
      kits: 1,
      boxes: 2,
    },
  ],
  [
    'the outcome of a step',
    StepOutcome,
    { appraisalId, isDone: true, state: null, version: null, message: '' },
  ],
  [
    'a mail',
    AdminMailDetail,
    {
      id: '1',
      kind: 'welcome',
      to: 'hanako@example.com',
      subject: '',
      appraisalId: null,
      state: 'sent',
      attempts: 1,
      lastError: '',
      createdAt: at,
      sentAt: null,
      text: '',
      html: '',
      version: 1,
      resendOf: null,
      resends: [],
      isForOthers: true,
      record: null,
    },
  ],
  [
    'a report of a pledge',
    AdminPledgeReport,
    {
      id: '1',
      reason: '',
      createdAt: at,
      handledAt: null,
      pledge: { ...pledge, state: 'removed', isWithheld: false, withheldReason: '' },
    },
  ],
  [
    'a session',
    OwnSession,
    { id: '1', device: '', signedInAt: at, lastSeenAt: at, isCurrent: true },
  ],
  [
    'the ways to sign in',
    SignInMethods,
    {
      hasPassword: true,
      services: [{ id: 'line', name: 'LINE', isOffered: true }],
      linkable: [{ id: 'google', name: 'Google' }],
      isProven: false,
      hasTwoFactor: false,
      emailVerified: true,
      pendingEmail: 'hanako@example.com',
    },
  ],
  [
    'an enrolment of an app',
    TotpEnrolment,
    { totpURI: 'otpauth://x', qrCode: { size: 29, path: 'M0 0' } },
  ],
  [
    'second factors',
    SecondFactors,
    {
      isDemanded: true,
      hasTotp: true,
      passkeys: [{ id: 'x', name: 'iPhone', createdAt: at, lastUsedAt: at }],
      recoveryCodesLeft: 10,
      isShown: false,
    },
  ],
  ['the first recovery codes', NewRecoveryCodes, { recoveryCodes: ['abcdef-ghjkmn'] }],
  ['new recovery codes', RecoveryCodes, { recoveryCodes: ['abcdef-ghjkmn'] }],
  [
    'a wish to take a second factor away',
    SecondFactorReset,
    {
      id: 'x',
      email: 'hanako@example.com',
      personName: '髙橋 花子',
      reason: '紛失',
      askedBy: '運営 太郎',
      askedAt: at,
      mayApprove: true,
    },
  ],
  [
    'a pledge of one’s own',
    OwnPledge,
    { ...emptyWords, ...pledge, state: 'withheld', withheldReason: '' },
  ],
  ['a receipt', Receipt, receipt],
  [
    'what a year brings',
    ReceiptGroup,
    {
      associateId: 'ao',
      associateName: 'あおぞら',
      year: 2026,
      amountYen: 3_240,
      relief: 'deduction',
      reason: '',
      donations: [
        { appraisalId, amountYen: 3_240, donatedAt: at, receivedOn: '2026-12-01', reason: '' },
      ],
    },
  ],
  ['no such receipt', ReceiptVerdict, { verdict: 'unknown' }],
  [
    'a verdict on a receipt',
    ReceiptVerdict,
    {
      verdict: 'known',
      number: '2026-000123',
      kind: 'year',
      associateName: 'あおぞら',
      year: 2026,
      amountYen: 3_240,
      issuedAt: at,
      replaces: ['2026-000122'],
      ...fate,
    },
  ],
  [
    'papers over the same gift',
    ReceiptDouble,
    {
      ...{ id: '2026-000001 2026-000002', associateName: 'あおぞら', uid: 'hanako' },
      ...{ earlier: double, later: double, appraisalIds: [appraisalId] },
    },
  ],
  ['what was received', Received, { id: 'TC-0000-0000', createdAt: at }],
  [
    'an import',
    ResultImport,
    {
      batchId: null,
      encoding: 'Shift_JIS',
      rows: 3,
      accepted: 1,
      rejected: 1,
      unchanged: 1,
      newDonations: 1,
      donationYen: 3_240,
      held: 0,
      onHoldYen: 0,
      outcomes: { completed: 1, unpriced: 0, returned: 0, discarded: 0, cancelled: 0 },
      errors: [{ file: 'csv', row: 2, column: '査定金額', message: '' }],
      errorsTotal: 1,
      state: null,
      flagged: 0,
      ignoredColumns: ['担当者'],
    },
  ],
  [
    'a batch',
    ResultBatch,
    {
      id: '1',
      fileName: 'results.csv',
      itemFileName: '',
      encoding: 'UTF-8',
      rows: 1,
      accepted: 1,
      unchanged: 0,
      donationYen: 3_240,
      uploadedBy: 'u1',
      createdAt: at,
      reversedAt: null,
      reversedBy: '',
      reversalReason: '',
      state: 'waiting',
      source: 'csv',
      releaseDueAt: at,
      releasedAt: null,
      releasedBy: '',
      flagged: 1,
      version: 2,
    },
  ],
  [
    'a row of a batch',
    ResultBatchRow,
    {
      row: 2,
      appraisalId,
      targetName: 'あおぞら',
      outcome: 'completed',
      itemCount: 12,
      pricedCount: 9,
      appraisedYen: 3_000,
      bonusYen: 240,
      donationYen: 3_240,
      note: '',
      isDonated: true,
      isOnHold: false,
      isReversed: false,
    },
  ],
  [
    'a sign-in',
    SignedIn,
    {
      user: { id: 'u1', email: 'hanako@example.com', emailVerified: true },
      twoFactor: false,
      methods: ['totp'],
    },
  ],
  ["a service's address", ServiceAddress, { url: 'https://example.com' }],
  [
    'a newcomer',
    ServiceNewcomer,
    { service: { id: 'line', name: 'LINE' }, email: '', firstName: '', lastName: '' },
  ],
  [
    'what staff sees',
    StaffAssociate,
    {
      id: 'ao',
      name: 'あおぞら',
      monthlyCount: 1,
      monthlyYen: 3_240,
      totalCount: 2,
      totalYen: 5_000,
      receiptWishCount: 1,
      owedYen: 5_000,
      pledgeCount: 1,
      months: [{ month: '2026-11', count: 1, yen: 3_240 }],
    },
  ],
  [
    'a donation as staff sees it',
    StaffDonation,
    {
      giftNumber: 'G-1A2B3-4C5D6',
      amount: 3_240,
      donatedAt: at,
      needReceipt: true,
      isRemitted: false,
    },
  ],
];

type Place = { holder: Record<string, unknown>; key: string; path: string };

/** Every field of a response, nested ones included. */
function placesOf(value: unknown, path = ''): Place[] {
  if (typeof value !== 'object' || value === null) return [];
  const holder = value as Record<string, unknown>;
  return Object.entries(holder).flatMap(([key, part]) => [
    ...(Array.isArray(value) ? [] : [{ holder, key, path: `${path}/${key}` }]),
    ...placesOf(part, `${path}/${key}`),
  ]);
}

describe.each(answers)('%s', (_name, schema, whole) => {
  /** Result of parsing a response with an extra field: the field is dropped, or the whole response is refused. */
  const passedOn = (answer: unknown) => {
    const { success, data } = schema.safeParse(answer);
    return success ? data : whole;
  };

  test('is passed on completely, without extra fields', () => {
    expect(schema.parse(whole)).toEqual(whole);
    expect(passedOn({ ...whole, secret: 'x' })).toEqual(whole);
    for (const { path } of placesOf(whole)) {
      const answer = structuredClone(whole);
      const place = placesOf(answer).find((other) => other.path === path);
      const part = place?.holder[place.key];
      if (typeof part !== 'object' || part === null || Array.isArray(part)) continue;
      if (path === '/outcomes') continue;
      Object.assign(part, { secret: 'x' });
      expect(passedOn(answer), path).toEqual(whole);
    }
  });

  test('is refused without any one of its fields, or with a value of another type there', () => {
    for (const { path } of placesOf(whole)) {
      for (const spoil of ['without', 'other']) {
        const answer = structuredClone(whole);
        const place = placesOf(answer).find((other) => other.path === path);
        if (!place) continue;
        if (spoil === 'without') delete place.holder[place.key];
        else place.holder[place.key] = Symbol.iterator;
        expect(schema.safeParse(answer).success, `${path} ${spoil}`).toBe(false);
      }
    }
  });
});

test('an error may leave out its title, its template and its fields', () => {
  const least = { type: 'NotFound', message: 'ありません。' };
  const most = {
    ...least,
    title: '入力エラー',
    template: 'user-not-found',
    errors: [{ path: 'email', message: 'ありません。' }],
  };
  expect(ErrorBody.parse(least)).toEqual(least);
  expect(ErrorBody.parse(most)).toEqual(most);
  expect(ErrorBody.safeParse({ ...least, type: 'Teapot' }).success).toBe(false);
  expect(ErrorBody.safeParse({ ...most, template: 'other' }).success).toBe(false);
  expect(ErrorBody.safeParse({ ...most, errors: [{ path: 'email' }] }).success).toBe(false);
});

test('a line of the history is the donation, with its number as its id', () => {
  const donation = {
    associateId: 'ao',
    associateName: 'あおぞら',
    amount: 3_240,
    donatedAt: at,
    receivedOn: '',
    needReceipt: true,
  };
  expect(toHistoryEntry({ ...donation, appraisalId, socialChallengeId: '' })).toEqual({
    ...donation,
    donationId: appraisalId,
  });
});
