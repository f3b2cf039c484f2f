import { describe, expect, test } from 'vitest';
import type * as z from 'zod/mini';
import { StepRequest } from '#giving/applications/admin-application.ts';
import {
  ApplicationCorrection,
  ApplyBody,
  CancelByEmail,
  CancelRequest,
  ClaimLinkRequest,
  CorrectionRequest,
  StatusRequest,
} from '#giving/applications/application.ts';
import { ApplicationEdit } from '#giving/applications/application-edit.ts';
import { SetRightRequest, TakeBackRequest } from '#giving/applications/step-changes.ts';
import { LiftWithholding, WithholdPledge } from '#giving/pledges/admin-pledge-report.ts';
import { emptyWords, PledgeDraft, PledgeReport } from '#giving/pledges/pledge-draft.ts';
import { ReceiptCheck, ReceiptRequest, ReissueRequest } from '#giving/receipts/receipt.ts';
import { VoidReceipt } from '#giving/receipts/receipt-double.ts';
import { AssociateId } from '#organisations/associates/associate.ts';
import {
  Address,
  Applicant,
  Names,
  ProfileDraft,
  Registration,
  RegistrationFromApplication,
  TelUpdate,
} from '#people/accounts/account.ts';
import { MailPreferences, Unsubscription } from '#people/mail/mail-preference-schema.ts';
import { ContactDraft } from '#people/messages/contact-message.ts';
import { ListingDraft, ListingStep } from '#people/messages/listing-application.ts';
import { SessionEnd } from '#people/sign-in/own-sign-in.ts';
import {
  PasskeyAnswer,
  PasskeyRegistration,
  PasskeyRemoval,
  RecoveryCode,
  SecondFactorCode,
  SecondFactorResetDecision,
  SecondFactorResetRequest,
} from '#people/sign-in/second-factor.ts';
import { ServiceLink, ServiceUnlink } from '#people/sign-in/service-link.ts';
import {
  EmailChange,
  Erasure,
  MailedProof,
  OwnPassword,
  OwnProof,
  PasswordChange,
  PasswordReset,
  ResetRequest,
  SignIn,
  SignUp,
  TotpCode,
} from '#people/sign-in/sign-in.ts';
import { ServiceDeparture, ServiceReturn, ServiceSignUp } from '#people/sign-in/sign-in-service.ts';
import { PapersRequest, PapersReturn } from '#warehouse/identity-checks/identity-check-schema.ts';
import { ReversalReason } from '#warehouse/results/result-import.ts';

// Example request bodies written out in full, with each limit: the last value that passes and the
// first that does not.

const appraisalId = 'TS-0000-0000';
const names = {
  lastName: '山田',
  firstName: '花子',
  lastNameKana: 'やまだ',
  firstNameKana: 'はなこ',
};
const applicantAddress = {
  zipcode: '1000001',
  prefecture: '東京都',
  line1: '千代田区千代田',
  line2: '1-1',
  building: '',
};
const receiptDonor = { lastName: '山田', firstName: '花子', address: applicantAddress };
const yearPaper = { kind: 'year', donor: receiptDonor };
const applicant = { ...names, email: 'hanako@example.com', tel: '0312345678' };
const common = {
  frequency: 'once',
  products: ['clothes'],
  boxes: 1,
  deliveryDate: '',
  deliverySlot: '',
  needReceipt: false,
  agreed: true,
};
const direct = {
  uid: '0',
  application: { kind: 'direct', associateId: 'ao', ...common },
  applicant,
  applicantAddress,
};
const fund = {
  ...direct,
  application: {
    kind: 'fund',
    socialChallengeId: 'child',
    birth: '1990-01-31',
    occupation: '会社員',
    ...common,
  },
};
const handles = { instagram: '@hanako', facebook: '', twitter: 'hanako_t.1-2' };
const profile = { name: '', text: '', birth: '', gender: 'female', snsAccounts: handles };
const correction = { applicantAddress, deliveryDate: '2026-11-25', deliverySlot: '14' };
const password = 'a password';
const token = 'x'.repeat(43);
const contact = {
  name: '山田',
  email: 'hanako@example.com',
  kind: 'goods',
  appraisalId: '',
  message: 'こんにちは',
};
const listing = {
  organisationName: 'あおぞら',
  classification: 'approved-npo',
  representative: '山田',
  prefecture: '東京都',
  socialChallenges: ['child'],
  certification: '',
  websiteUrl: 'https://example.com/?a=1#b',
  personName: '山田',
  email: 'hanako@example.com',
  tel: '0312345678',
  message: '居場所です。',
  agreed: true,
};
const papers = {
  appraisalId,
  token,
  papers: [
    { kind: 'driving-licence', files: 2 },
    { kind: 'utility-receipt', files: 1 },
  ],
};
const picture = { id: '', name: '服', comment: '' };
const pledge = {
  id: '',
  appraisalId,
  ...emptyWords,
  text: '使ってください。',
  showsAmount: true,
  state: 'published',
  items: [picture],
};
const seen = { appraisalId, version: 1 };
const setRight = { ...seen, toState: 'applied', reason: '理由', donorWords: '' };
const applicationEdit = { reason: '理由', tellsDonor: true };
const step = { applications: [seen], step: 'send-kit', note: '' };
const switches = {
  'goods-received': true,
  remitted: false,
  'kit-reminder': false,
  'next-box': true,
  thanks: true,
  'pledge-replied': true,
  'goods-sold': true,
};

type Body = Record<string, unknown>;
const bodies: [name: string, schema: z.ZodMiniType, whole: Body, optional?: string[]][] = [
  ['names', Names, names],
  ['an address', Address, applicantAddress],
  ['an applicant', Applicant, applicant],
  ['a registration', Registration, { firstName: '花子', lastName: '山田' }],
  [
    'a registration from an application',
    RegistrationFromApplication,
    { appraisalId, claimToken: '' },
  ],
  ['a look at a claim link', ClaimLinkRequest, { appraisalId, claimToken: '' }],
  ['a phone number', TelUpdate, { tel: '0312345678' }],
  ['a profile', ProfileDraft, profile],
  ['an application to an organisation', ApplyBody, direct],
  ['an application to a fund', ApplyBody, fund],
  ['a correction', ApplicationCorrection, correction],
  ['a look at an application', StatusRequest, { appraisalId, token }, ['token']],
  ['a correction by link', CorrectionRequest, { appraisalId, token, correction }, ['token']],
  ['a cancelling', CancelRequest, { appraisalId, token }, ['token']],
  ['a cancelling by e-mail', CancelByEmail, { appraisalId, email: 'hanako@example.com' }],
  ['a question', ContactDraft, contact],
  ['papers', PapersRequest, papers, ['token']],
  ['a return of papers', PapersReturn, { reason: '読み取れません。' }],
  ['an application to be listed', ListingDraft, listing],
  ['a step of a listing', ListingStep, { from: 'new', to: 'in-talks' }],
  ['switches for mails', MailPreferences, switches],
  ['an unsubscription', Unsubscription, { token: 'x' }],
  ['a step', StepRequest, step, ['note']],
  ['a step that is taken back', TakeBackRequest, { applications: [seen] }],
  ['a step that is set right', SetRightRequest, setRight, ['donorWords']],
  ['an edit of an application', ApplicationEdit, applicationEdit],
  ['withholding', WithholdPledge, { reason: '理由' }],
  ['lifting', LiftWithholding, { state: 'hidden' }],
  ['the end of a session', SessionEnd, { sessionId: 'x', password }, ['password']],
  ['a pledge', PledgeDraft, pledge],
  ['a report', PledgeReport, { reason: '理由' }],
  ['a check of a receipt', ReceiptCheck, { number: '2026-000123', code: 'AB10-EF9H-JK2M' }],
  [
    'a wish for a receipt',
    ReceiptRequest,
    { kind: 'donation', appraisalId, donor: receiptDonor, replaces: [] },
    ['replaces'],
  ],
  [
    "a wish for a year's receipt",
    ReceiptRequest,
    { kind: 'year', year: 2026, associateId: 'ao', donor: receiptDonor, replaces: ['2026-000001'] },
    ['replaces'],
  ],
  ['a name on a receipt', ReissueRequest, { donor: receiptDonor }, ['donor']],
  ['the end of a receipt', VoidReceipt, { reason: '理由' }],
  ['a link', ServiceLink, { service: 'line', password }, ['password']],
  ['an unlink', ServiceUnlink, { service: 'line' }],
  ['a departure', ServiceDeparture, { service: 'line', page: 'login', back: '/' }, ['back']],
  ['a departure for proof', ServiceReturn, { service: 'line', screen: 'service/line-1' }],
  ['a sign-up at a service', ServiceSignUp, { email: 'hanako@example.com' }],
  [
    'a sign-up',
    SignUp,
    { email: 'hanako@example.com', password, name: '', rememberMe: true },
    ['name', 'rememberMe'],
  ],
  [
    'a sign-in',
    SignIn,
    { email: 'hanako@example.com', password, rememberMe: false },
    ['rememberMe'],
  ],
  [
    'a change of e-mail',
    EmailChange,
    { email: 'hanako@example.com', password, newEmail: 'new@example.com' },
    ['password'],
  ],
  [
    'a change of password',
    PasswordChange,
    { currentPassword: 'x', newPassword: password },
    ['currentPassword'],
  ],
  ['a wish for a new password', ResetRequest, { email: 'hanako@example.com' }],
  ['a new password', PasswordReset, { token, newPassword: password }],
  ['a mailed proof', MailedProof, { token }],
  ['a code', TotpCode, { code: '012345' }],
  ['a recovery code', RecoveryCode, { code: 'abc' }],
  ['a code of either kind', SecondFactorCode, { code: 'abc' }],
  ['a passkey to remove', PasskeyRemoval, { id: 'abc' }],
  ['a sign-in anew', OwnProof, { password: 'x' }, ['password']],
  [
    'a wish to take a second factor away',
    SecondFactorResetRequest,
    { email: 'hanako@example.com', reason: '紛失' },
  ],
  ['a decision on it', SecondFactorResetDecision, { id: 'x' }],
  ['a password', OwnPassword, { password: 'x' }],
  ['an erasure', Erasure, { password: 'x' }, ['password']],
];

/** A body and its nested objects, by path; the body itself first. */
function partsOf(value: unknown, path: string[] = []): { part: Body; path: string[] }[] {
  if (typeof value !== 'object' || value === null) return [];
  const own = Array.isArray(value) ? [] : [{ part: value as Body, path }];
  const inner = Object.entries(value).flatMap(([key, part]) => partsOf(part, [...path, key]));
  return [...own, ...inner];
}

/** The body with one nested object changed. */
function changed(whole: Body, path: readonly string[], change: (part: Body) => void): Body {
  const body = structuredClone(whole);
  const found = partsOf(body).find((one) => one.path.join('/') === path.join('/'));
  if (!found) throw new Error(`no part ${path.join('/')}`);
  change(found.part);
  return body;
}

describe.each(bodies)('%s', (_name, schema, whole, optional = []) => {
  test('is accepted when complete', () => expect(schema.parse(whole)).toEqual(whole));

  test('is refused with an unknown field', () => {
    for (const { path } of partsOf(whole)) {
      const body = changed(whole, path, (part) => Object.assign(part, { secret: 'x' }));
      expect(schema.safeParse(body).success, path.join('/')).toBe(false);
    }
  });

  test('may lack optional fields, and nothing else', () => {
    for (const { path, part } of partsOf(whole)) {
      for (const key of Object.keys(part)) {
        const body = changed(whole, path, (own) => void delete own[key]);
        const isOptional = path.length === 0 && optional.includes(key);
        expect(schema.safeParse(body).success, [...path, key].join('/')).toBe(isOptional);
        const odd = changed(whole, path, (own) => Object.assign(own, { [key]: { odd: 1 } }));
        expect(schema.safeParse(odd).success, [...path, key].join('/')).toBe(false);
      }
    }
  });
});

/** Texts at a limit: the longest accepted, and one character more. */
const upTo = (length: number): [unknown, unknown] => ['あ'.repeat(length), 'あ'.repeat(length + 1)];
const upToLatin = (length: number): [unknown, unknown] => [
  'a'.repeat(length),
  'a'.repeat(length + 1),
];
const list = (item: unknown, length: number) => Array.from({ length }, () => item);

type Limit = [schema: z.ZodMiniType, whole: Body, field: string, taken: unknown, refused: unknown];
const limits: Limit[] = [
  [Names, names, 'lastName', ...upTo(50)],
  [Names, names, 'firstName', ...upTo(50)],
  [Names, names, 'lastNameKana', ...upTo(50)],
  [Names, names, 'firstNameKana', 'はな・こ ー', 'はなコ'],
  [Names, names, 'firstNameKana', 'ぁゖ', 'Aはなこ'],
  [Names, names, 'firstNameKana', 'みすゞゝ', 'みすヾ'],
  [Names, names, 'firstNameKana', 'か\u3099－', '－'],
  [Names, names, 'lastName', '𠮷'.repeat(50), '𠮷'.repeat(51)],
  [Names, names, 'lastName', '葛\u{E0100}', '花子😀'],
  [Applicant, applicant, 'email', 'a..b@docomo.ne.jp', 'a,b@example.jp'],
  [Names, names, 'firstNameKana', 'は', ' '],
  [Names, names, 'lastName', 'は', ' '],
  [Names, names, 'lastName', '𠮷田', '山\n田'],
  [Names, names, 'lastName', '山　田', '\u0000'],
  [Names, names, 'lastName', '田', '\ud842'],
  [Address, applicantAddress, 'line1', ...upTo(100)],
  [Address, applicantAddress, 'line2', ...upTo(100)],
  [Address, applicantAddress, 'building', ...upTo(100)],
  [Address, applicantAddress, 'building', '', 'a\tb'],
  [Address, applicantAddress, 'prefecture', '沖縄県', '東京'],
  [Address, applicantAddress, 'zipcode', '１００－０００１', '100000'],
  [Registration, { firstName: '花子', lastName: '山田' }, 'firstName', ...upTo(50)],
  [Registration, { firstName: '花子', lastName: '山田' }, 'lastName', ...upTo(50)],
  [ClaimLinkRequest, { appraisalId, claimToken: '' }, 'claimToken', ...upToLatin(200)],
  [RegistrationFromApplication, { appraisalId, claimToken: '' }, 'appraisalId', ...upToLatin(64)],
  [RegistrationFromApplication, { appraisalId, claimToken: '' }, 'claimToken', ...upToLatin(200)],
  [TelUpdate, {}, 'tel', '090-1234-5678', '1234567890'],
  [ProfileDraft, profile, 'name', ...upTo(50)],
  [ProfileDraft, profile, 'text', ...upTo(1000)],
  [ProfileDraft, profile, 'text', 'a\n\tb', 'a\u0007b'],
  [ProfileDraft, profile, 'text', '𠮷'.repeat(1000), '花\uE000子'],
  [ProfileDraft, profile, 'name', '花子😀', '花\uE000子'],
  [ProfileDraft, profile, 'birth', '2000-02-29', '2001-02-29'],
  [ProfileDraft, profile, 'birth', '1900-01-01', '0001-01-01'],
  [ProfileDraft, profile, 'birth', '', '0000-01-01'],
  [ProfileDraft, profile, 'gender', 'unspecified', ''],
  [
    ProfileDraft,
    profile,
    'snsAccounts',
    { ...handles, facebook: 'a'.repeat(50) },
    { ...handles, facebook: 'a'.repeat(51) },
  ],
  [
    ProfileDraft,
    profile,
    'snsAccounts',
    { ...handles, twitter: ' @a ' },
    { ...handles, twitter: 'https://x.com/a' },
  ],
  [
    ProfileDraft,
    profile,
    'snsAccounts',
    { ...handles, instagram: 'a' },
    { ...handles, instagram: 'a@b' },
  ],
  [ApplyBody, direct, 'uid', ...upToLatin(64)],
  [
    ApplyBody,
    direct,
    'application',
    { ...direct.application, products: list('bags', 8) },
    { ...direct.application, products: list('bags', 9) },
  ],
  [
    ApplyBody,
    direct,
    'application',
    { ...direct.application, products: ['gold'] },
    { ...direct.application, products: [] },
  ],
  [
    ApplyBody,
    direct,
    'application',
    { ...direct.application, boxes: 5 },
    { ...direct.application, boxes: 6 },
  ],
  [
    ApplyBody,
    direct,
    'application',
    { ...direct.application, boxes: 2 },
    { ...direct.application, boxes: 0 },
  ],
  [
    ApplyBody,
    direct,
    'application',
    { ...direct.application, boxes: 3 },
    { ...direct.application, boxes: 1.5 },
  ],
  [
    ApplyBody,
    direct,
    'application',
    { ...direct.application, frequency: 'recurring' },
    { ...direct.application, frequency: 'often' },
  ],
  [
    ApplyBody,
    direct,
    'application',
    { ...direct.application, needReceipt: true },
    { ...direct.application, agreed: false },
  ],
  [
    ApplyBody,
    direct,
    'application',
    { ...direct.application, deliveryDate: '2026-11-25' },
    { ...direct.application, deliveryDate: '2026-11-31' },
  ],
  [
    ApplyBody,
    direct,
    'application',
    { ...direct.application, deliveryDate: '2099-12-31' },
    { ...direct.application, deliveryDate: '0000-01-01' },
  ],
  [
    ApplyBody,
    fund,
    'application',
    { ...fund.application, birth: '1900-01-01' },
    { ...fund.application, birth: '0000-01-01' },
  ],
  [
    ApplyBody,
    direct,
    'application',
    { ...direct.application, associateId: 'a'.repeat(40) },
    { ...direct.application, associateId: 'a'.repeat(41) },
  ],
  [
    ApplyBody,
    fund,
    'application',
    { ...fund.application, occupation: 'あ'.repeat(50) },
    { ...fund.application, occupation: 'あ'.repeat(51) },
  ],
  [
    ApplyBody,
    fund,
    'application',
    { ...fund.application, birth: '2000-02-29' },
    { ...fund.application, birth: '' },
  ],
  [
    ApplyBody,
    fund,
    'application',
    { ...fund.application, socialChallengeId: 'animal' },
    { ...fund.application, associateId: 'ao' },
  ],
  [StatusRequest, { appraisalId }, 'token', ...upToLatin(100)],
  [ContactDraft, contact, 'name', ...upTo(100)],
  [ContactDraft, contact, 'message', ...upTo(4_000)],
  [ContactDraft, contact, 'appraisalId', 'ts 0000 0000', 'TS-0000-0001'],
  [ContactDraft, contact, 'kind', 'press', 'nonsense'],
  [PapersReturn, {}, 'reason', ...upTo(500)],
  [
    PapersRequest,
    papers,
    'papers',
    list(0, 2).map((_, at) => ({ kind: ['my-number-card', 'tax-receipt'][at], files: 1 })),
    [
      { kind: 'my-number-card', files: 2 },
      { kind: 'tax-receipt', files: 1 },
    ],
  ],
  [
    PapersRequest,
    papers,
    'papers',
    papers.papers,
    [{ kind: 'driving-licence', files: 3 }, papers.papers[1]],
  ],
  [
    PapersRequest,
    papers,
    'papers',
    papers.papers,
    [{ kind: 'driving-licence', files: 0 }, papers.papers[1]],
  ],
  [PapersRequest, papers, 'papers', papers.papers, papers.papers.slice(0, 1)],
  [
    PapersRequest,
    papers,
    'papers',
    papers.papers,
    [...papers.papers, { kind: 'tax-receipt', files: 1 }],
  ],
  [PapersRequest, papers, 'papers', papers.papers, papers.papers.toReversed()],
  [PapersRequest, papers, 'papers', papers.papers, list({ kind: 'driving-licence', files: 1 }, 2)],
  [ListingDraft, listing, 'organisationName', ...upTo(100)],
  [ListingDraft, listing, 'representative', ...upTo(100)],
  [ListingDraft, listing, 'personName', ...upTo(100)],
  [ListingDraft, listing, 'certification', ...upTo(200)],
  [ListingDraft, listing, 'message', ...upTo(4_000)],
  [ListingDraft, listing, 'agreed', true, false],
  [
    ListingDraft,
    listing,
    'socialChallenges',
    ['child', 'animal', 'health', 'culture', 'disaster'],
    ['child', 'animal', 'health', 'culture', 'disaster', 'woman'],
  ],
  [ListingDraft, listing, 'socialChallenges', ['animal'], []],
  [ListingDraft, listing, 'websiteUrl', '', 'example.com'],
  [ListingDraft, listing, 'websiteUrl', ' http://a.b.example:80/x/y ', 'https://example'],
  [ListingDraft, listing, 'websiteUrl', 'HTTPS://例.jp', 'xhttps://example.com'],
  [ListingDraft, listing, 'websiteUrl', 'https://a.example?x', 'https://a.example:/'],
  [ListingDraft, listing, 'websiteUrl', 'https://a.example#x', 'https://a..example'],
  [ListingDraft, listing, 'websiteUrl', 'https://a.example:8080', 'https://a.example/a b'],
  [
    ListingDraft,
    listing,
    'websiteUrl',
    `https://a.example/${'x'.repeat(282)}`,
    `https://a.example/${'x'.repeat(283)}`,
  ],
  [Unsubscription, {}, 'token', ...upToLatin(500)],
  [Unsubscription, {}, 'token', 'x', ''],
  [StepRequest, step, 'applications', list(seen, 200), list(seen, 201)],
  [StepRequest, step, 'applications', [seen], []],
  [TakeBackRequest, { applications: [seen] }, 'applications', list(seen, 200), list(seen, 201)],
  [SetRightRequest, setRight, 'reason', ...upTo(200)],
  [SetRightRequest, setRight, 'reason', 'あ', ' '],
  [SetRightRequest, setRight, 'donorWords', ...upTo(300)],
  [SetRightRequest, setRight, 'version', 1, 0],
  [ApplicationEdit, applicationEdit, 'reason', ...upTo(200)],
  [ApplicationEdit, applicationEdit, 'reason', 'あ', ' '],
  [StepRequest, step, 'note', ...upTo(500)],
  [StepRequest, step, 'note', 'a\r\n\tb', 'a\u0000b'],
  [WithholdPledge, {}, 'reason', ...upTo(1000)],
  [PledgeReport, {}, 'reason', ...upTo(1000)],
  [PledgeReport, {}, 'reason', 'あ', '\n '],
  [SessionEnd, {}, 'sessionId', ...upToLatin(100)],
  [SessionEnd, {}, 'sessionId', 'x', ''],
  [PledgeDraft, pledge, 'id', ...upToLatin(64)],
  [PledgeDraft, pledge, 'text', ...upTo(2000)],
  [PledgeDraft, { ...pledge, state: 'hidden' }, 'text', 'あ', ''],
  [PledgeDraft, { ...pledge, state: 'draft' }, 'text', '', 'あ'.repeat(2001)],
  [PledgeDraft, pledge, 'items', list(picture, 8), list(picture, 9)],
  [
    PledgeDraft,
    pledge,
    'items',
    [{ ...picture, id: 'a'.repeat(64) }],
    [{ ...picture, id: 'a'.repeat(65) }],
  ],
  [
    PledgeDraft,
    pledge,
    'items',
    [{ ...picture, name: 'あ'.repeat(50) }],
    [{ ...picture, name: 'あ'.repeat(51) }],
  ],
  [
    PledgeDraft,
    pledge,
    'items',
    [{ ...picture, comment: 'あ'.repeat(200) }],
    [{ ...picture, comment: 'あ'.repeat(201) }],
  ],
  [ReceiptCheck, { code: 'AB10-EF9H-JK2M' }, 'number', '2026000123', '202600012'],
  [ReceiptCheck, { code: 'AB10-EF9H-JK2M' }, 'number', 'NO2026-000123', 'X2026-000123'],
  [ReceiptCheck, { code: 'AB10-EF9H-JK2M' }, 'number', 'No.2026-000123', '2026-0001234'],
  [ReceiptCheck, { number: '2026-000123' }, 'code', 'AB10EF9HJK2M', 'AB10-EF9H-JK2U'],
  [ReceiptCheck, { number: '2026-000123' }, 'code', 'ABIO-EF9H-JK2L', 'AB10-EF9H-JK2M-A'],
  [ReceiptCheck, { number: '2026-000123' }, 'code', ' ab10 ef9h jk2m ', ''],
  [ReceiptRequest, { ...yearPaper, associateId: 'ao' }, 'year', 2017, 2016],
  [ReceiptRequest, { ...yearPaper, associateId: 'ao' }, 'year', 2_099, 2_100],
  [ReceiptRequest, { ...yearPaper, year: 2026 }, 'associateId', ...upToLatin(100)],
  [ReceiptRequest, { ...yearPaper, year: 2026 }, 'associateId', 'a', ''],
  [
    ReceiptRequest,
    { ...yearPaper, year: 2026, associateId: 'ao' },
    'replaces',
    list('2026-000001', 500),
    list('2026-000001', 501),
  ],
  [VoidReceipt, {}, 'reason', ...upTo(200)],
  [ServiceLink, {}, 'service', ...upToLatin(32)],
  [ServiceLink, {}, 'service', 'a', ''],
  [ServiceDeparture, { service: 'line', page: 'join' }, 'back', ...upToLatin(1_000)],
  [ServiceDeparture, { service: 'line' }, 'page', 'join', 'mypage'],
  [ServiceReturn, { service: 'line' }, 'screen', 'email', 'emails'],
  [ServiceReturn, { service: 'line' }, 'screen', 'erase', 'x/erase'],
  [ServiceReturn, { service: 'line' }, 'screen', 'password', 'service/1line'],
  [
    ServiceReturn,
    { service: 'line' },
    'screen',
    `service/${'a'.repeat(32)}`,
    `service/${'a'.repeat(33)}`,
  ],
  [ServiceReturn, { service: 'line' }, 'screen', 'service/a', 'service/A'],
  [SignUp, { email: 'a@b.example' }, 'password', 'xy'.repeat(4), 'x'.repeat(7)],
  [SignUp, { email: 'a@b.example' }, 'password', 'xy'.repeat(64), 'x'.repeat(129)],
  [SignUp, { email: 'a@b.example', password }, 'name', ...upToLatin(200)],
  [SignIn, { email: 'a@b.example' }, 'password', 'x', ''],
  [SignIn, { email: 'a@b.example' }, 'password', 'xy'.repeat(64), 'x'.repeat(129)],
  [MailedProof, {}, 'token', 'aZ0_-'.padEnd(43, 'x'), 'x'.repeat(44)],
  [MailedProof, {}, 'token', token, `${'x'.repeat(42)}!`],
  [MailedProof, {}, 'token', token, 'x'.repeat(42)],
  [TotpCode, {}, 'code', '012345', '0123456'],
  [TotpCode, {}, 'code', '999999', '12345a'],
  [TotpCode, {}, 'code', '000000', 'a12345'],
  [RecoveryCode, {}, 'code', ...upToLatin(50)],
  [RecoveryCode, {}, 'code', ' a ', ' '],
  [SecondFactorCode, {}, 'code', ...upToLatin(50)],
  [SecondFactorCode, {}, 'code', ' a ', ' '],
  [PasskeyRemoval, {}, 'id', ...upToLatin(1_400)],
  [PasskeyRegistration, { answer: { id: 'x' } }, 'name', ...upTo(40)],
  [PasskeyRegistration, { answer: { id: 'x' } }, 'name', 'iPhone', ' '],
  [PasskeyRegistration, { name: 'iPhone' }, 'answer', { id: 'x', more: 1 }, { more: 1 }],
  [PasskeyAnswer, {}, 'answer', { id: 'x'.repeat(1_400) }, { id: 'x'.repeat(1_401) }],
  [SecondFactorResetRequest, { email: 'a@b.example' }, 'reason', ...upTo(500)],
  [SecondFactorResetRequest, { email: 'a@b.example' }, 'reason', '紛失', ' '],
  [SecondFactorResetDecision, {}, 'id', ...upToLatin(100)],
];

test.each(limits)(
  'limit %#: the last is taken, the next is refused',
  (schema, whole, field, taken, refused) => {
    expect(schema.safeParse({ ...whole, [field]: taken }).error).toBeUndefined();
    expect(schema.safeParse({ ...whole, [field]: refused }).success).toBe(false);
  },
);

test('what is typed is trimmed, and stored in one form', () => {
  expect(Names.parse({ ...names, lastName: ' 山田 ', lastNameKana: ' やまだ ' })).toEqual(names);
  expect(
    Address.parse({
      ...applicantAddress,
      zipcode: '１００−０００１',
      building: ' ',
      line1: ' 千代田区千代田　',
    }),
  ).toEqual(applicantAddress);
  expect(
    Applicant.parse({ ...applicant, email: ' Hanako@EXAMPLE.com', tel: '03-1234-5678' }),
  ).toEqual(applicant);
  expect(ReversalReason.parse(' 誤り ')).toBe('誤り');
  expect(RecoveryCode.parse({ code: ' a ' })).toEqual({ code: 'a' });
  const trimmed = ProfileDraft.parse({
    ...profile,
    name: ' 花 ',
    text: ' 花\n',
    snsAccounts: { ...handles, facebook: ' ' },
  });
  expect(trimmed).toEqual({ ...profile, name: '花', text: '花' });
  expect(ListingDraft.parse({ ...listing, websiteUrl: ` ${listing.websiteUrl} ` })).toEqual(
    listing,
  );
  expect(StepRequest.parse({ ...step, note: ' 電話 ' })).toEqual({ ...step, note: '電話' });
});

/** Error messages by field. */
function told(schema: z.ZodMiniType, value: unknown): Record<string, string> {
  const issues = schema.safeParse(value).error?.issues ?? [];
  return Object.fromEntries(issues.map(({ path, message }) => [path.join('.'), message]));
}

test('an error is reported at its field', () => {
  expect(
    told(Names, {
      lastName: '',
      firstName: 'あ'.repeat(51),
      lastNameKana: '',
      firstNameKana: 'ハナ',
    }),
  ).toEqual({
    lastName: '姓を入力してください。',
    firstName: '名は50文字以内で入力してください。',
    lastNameKana: expect.stringContaining('姓（ふりがな）'),
    firstNameKana: '名（ふりがな）はひらがなで入力してください。',
  });
  expect(told(PledgeDraft, { ...pledge, text: '' })).toEqual({ text: '本文を入力してください。' });
  const [first, second] = papers.papers;
  expect(told(PapersRequest, { ...papers, papers: [second, first] })).toEqual({
    'papers.0.kind': '1点目は、運転免許証などの身分証明書を選んでください。',
  });
  expect(told(PapersRequest, { ...papers, papers: [first, first] })).toEqual({
    'papers.1.kind': '1点目とは違う種類の書類を選んでください。',
  });
  expect(
    told(PapersRequest, { ...papers, papers: [{ kind: 'my-number-card', files: 2 }, second] }),
  ).toEqual({
    'papers.0.files': 'この書類の裏面は、お預かりできません。表面だけをお送りください。',
  });
  expect(told(SignUp, { email: '', password: '' })).toEqual({
    email: 'メールアドレスを入力して下さい',
    password: 'パスワードを入力してください。',
  });
  expect(told(ReceiptCheck, { number: '', code: '' })).toEqual({
    number: '証明書番号を入力してください。',
    code: '確認コードを入力してください。',
  });
});

test.each([
  ['a', true],
  ['a'.repeat(40), true],
  ['a-0', true],
  ['', false],
  ['A', false],
  ['a b', false],
  ['a'.repeat(41), false],
])('%s is an id of an organisation: %s', (id, isOne) => {
  expect(AssociateId.safeParse(id).success).toBe(isOne);
});

test.each([
  ['理', true],
  ['あ'.repeat(500), true],
  ['a\nb', true],
  [' ', false],
  ['あ'.repeat(501), false],
  ['a\u0000', false],
  [undefined, false],
])('%s is a reason to take a batch back: %s', (reason, isOne) => {
  expect(ReversalReason.safeParse(reason).success).toBe(isOne);
});
