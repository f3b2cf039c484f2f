import { expect, test } from 'vitest';
import { type MailContent, renderHtml, renderText } from '#server/mail/mail-content.ts';
import type { MailKind } from '#server/mail/outbox.ts';
import { unreadable } from '#test/latin-words.ts';
import { accountMails } from './account-mails.ts';
import { type AboutApplication, applicationMails } from './application-mails.ts';
import { associateMails } from './associate-mails.ts';
import { inboxMails } from './inbox-mails.ts';
import { peopleMails } from './people-mails.ts';
import { pledgeMails } from './pledge-mails.ts';
import { thanksMails } from './thanks-mails.ts';

const siteUrl = 'https://tasuki.example';
const name = '髙橋 花子';
const about: AboutApplication = {
  name,
  appraisalId: 'TS-1234-ABCD',
  targetName: 'しおかぜ猫の家',
  statusUrl: `${siteUrl}/application-status#token`,
};
const delivery = { deliveryDate: '2026-12-01', deliverySlot: '14' } as const;
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

const waiting = { title: '役割の変更', subject: name, askedBy: '潮風 太郎' };

/** Every mail, with all its optional parts. */
const mails: Record<MailKind, MailContent> = {
  thanks: thanksMails.thanks(
    {
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
    siteUrl,
  ),
  'pledge-replied': thanksMails['pledge-replied'](
    { name, associateName: 'しおかぜ猫の家', pledgeId: 'coat' },
    siteUrl,
  ),
  welcome: accountMails.welcome({ name }, siteUrl),
  'setup-link': accountMails['setup-link']({ setupUrl: siteUrl }, siteUrl),
  'verify-email': accountMails['verify-email']({ name, verifyUrl: siteUrl }, siteUrl),
  reset: accountMails.reset({ name, resetUrl: siteUrl, validMinutes: 60 }, siteUrl),
  'email-changed': accountMails['email-changed'](
    { name, newEmail: 'hanako@example.com', undoUrl: siteUrl },
    siteUrl,
  ),
  'confirm-email-change': accountMails['confirm-email-change'](
    { name, verifyUrl: siteUrl },
    siteUrl,
  ),
  'email-change-asked': accountMails['email-change-asked'](
    { name, newEmail: 'hanako@example.com', undoUrl: siteUrl },
    siteUrl,
  ),
  'undo-ended': accountMails['undo-ended']({}, siteUrl),
  'sign-in-changed': accountMails['sign-in-changed'](
    {
      name,
      change: 'パスワードを変更しました',
      when: '2026年11月20日 10時05分',
      device: 'iPhone・Safari',
    },
    siteUrl,
  ),
  'facts-corrected': accountMails['facts-corrected'](
    { name, parts: ['ご住所', 'お名前'], appraisalId: 'TS-0000-0000' },
    siteUrl,
  ),
  'records-merged': accountMails['records-merged'](
    { name, side: 'left', moved: [['申し込み', '3件']] },
    siteUrl,
  ),
  'records-unmerged': accountMails['records-unmerged'](
    { name, side: 'guest', moved: [['申し込み', '3件']] },
    siteUrl,
  ),
  'service-tied': accountMails['service-tied']({ name, service: 'LINE' }, siteUrl),
  'service-untied': accountMails['service-untied']({ name, service: 'LINE' }, siteUrl),
  'application-received': applicationMails['application-received'](
    { ...about, ...delivery, products: ['clothes', 'gold'], boxes: 2, claimUrl: siteUrl },
    siteUrl,
  ),
  'application-corrected': applicationMails['application-corrected'](
    { ...about, ...delivery },
    siteUrl,
  ),
  'kit-sent': applicationMails['kit-sent'](about, siteUrl),
  'goods-received': applicationMails['goods-received'](about, siteUrl),
  'identity-due': applicationMails['identity-due']({ ...about, amountYen: 12_000 }, siteUrl),
  'identity-returned': applicationMails['identity-returned'](
    { ...about, reason: 'ご住所が読み取れませんでした。' },
    siteUrl,
  ),
  'donation-completed': applicationMails['donation-completed'](
    { ...about, amountYen: 3_240, needReceipt: true },
    siteUrl,
  ),
  remitted: applicationMails.remitted(about, siteUrl),
  'application-cancelled': applicationMails['application-cancelled'](about, siteUrl),
  'application-returned': applicationMails['application-returned'](about, siteUrl),
  'application-unpriced': applicationMails['application-unpriced'](about, siteUrl),
  'result-withdrawn': applicationMails['result-withdrawn'](about, siteUrl),
  'kit-reminder': applicationMails['kit-reminder'](about, siteUrl),
  'next-box': {
    ...applicationMails['next-box']({ ...about, applyPath: '/appraisal' }, siteUrl),
    unsubscribeUrl: siteUrl,
  },
  'pledge-reported': pledgeMails['pledge-reported'](
    { id: 'report-1', associateName: about.targetName, reason: '他人の写真です。' },
    siteUrl,
  ),
  'pledge-withheld': pledgeMails['pledge-withheld'](
    {
      name,
      associateName: about.targetName,
      reason: 'ほかの方のお顔が写っています。',
      wasPublic: true,
    },
    siteUrl,
  ),
  'pledge-released': pledgeMails['pledge-released'](
    { name, associateName: about.targetName, isRemoved: true },
    siteUrl,
  ),
  'pledge-shown-again': pledgeMails['pledge-shown-again'](
    { name, associateName: about.targetName, pledgeId: 'pledge-1' },
    siteUrl,
  ),
  'contact-received': inboxMails['contact-received'](
    { id: 'TC-1234-ABCD', kind: 'goods' },
    siteUrl,
  ),
  'contact-to-answer': inboxMails['contact-to-answer'](
    {
      id: 'TC-1234-ABCD',
      kind: 'goods',
      email: 'hanako@example.com',
      name,
      appraisalId: 'TS-1234-ABCD',
      message: '着物も送れますか。',
    },
    siteUrl,
  ),
  'listing-received': inboxMails['listing-received']({ id: 'TL-1234-ABCD' }, siteUrl),
  invitation: peopleMails.invitation(
    { place: 'しおかぜ猫の家', role: '編集できる担当者', url: siteUrl, validDays: 7 },
    siteUrl,
  ),
  'role-changed': peopleMails['role-changed']({ name, from: '倉庫', to: '経理' }, siteUrl),
  'approval-waiting': peopleMails['approval-waiting'](waiting, siteUrl),
  'approval-delayed': peopleMails['approval-delayed'](
    { ...waiting, due: '2026年11月21日 10時05分' },
    siteUrl,
  ),
  'approval-decided': peopleMails['approval-decided'](
    { ...waiting, outcome: '反映済み', note: '確かめました。' },
    siteUrl,
  ),
  'listing-preparing': associateMails['listing-preparing'](
    { id: 'TL-1234-ABCD', organisationName: 'しおかぜ猫の家' },
    siteUrl,
  ),
  'certification-ending': associateMails['certification-ending'](
    {
      associateId: 'shiokaze',
      associateName: 'しおかぜ猫の家',
      number: '第12号',
      lastDay: '2026/11/20',
      daysLeft: 30,
      path: '/admin/associates/shiokaze',
    },
    siteUrl,
  ),
  'listing-to-decide': inboxMails['listing-to-decide'](
    { ...listing, socialChallenges: [...listing.socialChallenges] },
    siteUrl,
  ),
  'thread-reply': inboxMails['thread-reply'](
    {
      id: 'TC-1234-ABCD',
      body: '着物もお送りいただけます。',
      files: ['ご案内.pdf'],
      threadUrl: siteUrl,
      linkDays: 90,
    },
    siteUrl,
  ),
  'thread-word': inboxMails['thread-word'](
    {
      id: 'TC-1234-ABCD',
      subjectType: 'message',
      name,
      email: 'hanako@example.com',
      message: 'ありがとうございます。',
      files: ['写真.jpg'],
    },
    siteUrl,
  ),
};

/** The texts of a mail's HTML: its own, and those of pictures and links. */
function textsOfHtml(html: string): string[] {
  const body = html.replace(/<style.*?<\/style>/gs, '');
  const labels = [...body.matchAll(/\s(?:alt|title|aria-label)="([^"]*)"/g)].map(
    ([, text = '']) => text,
  );
  return [...labels, ...body.replaceAll(/<[^>]*>/g, '\n').split('\n')];
}

test.each(Object.entries(mails))('the mail %s is Japanese, as text and as HTML', (_kind, mail) => {
  expect(mail.subject).toMatch(/^【たすき】/);
  const html = textsOfHtml(renderHtml(mail, siteUrl));
  expect(html.join('').length).toBeGreaterThan(100);
  expect(unreadable([mail.subject, ...renderText(mail, siteUrl).split('\n'), ...html])).toEqual([]);
});

test('a text in English is noticed, also within Japanese, and what may be Latin is not', () => {
  const english = ['Send', 'Thank you', 'BACKUP', 'お知らせ: please try again later', 'Xmas'];
  const fine = [
    'BACK',
    '#mypledge',
    '#mypledge',
    'hanako@example.com',
    'TS-1234-ABCD',
    'CSV',
    '12:00',
  ];
  expect(unreadable([...english, ...fine, 'NPO法人', 'このメールはHTMLです'])).toEqual(english);
});
