import { expect, test } from 'vitest';
import { composeMail } from '#people/mail/compose.server.ts';
import { type MailContent, renderHtml, renderText } from '#people/mail/mail-content.server.ts';
import { mailKindNames } from '#people/mail/mail-kinds.ts';
import { sampleMails } from '#people/mail/sample-mails.server.ts';
import { unreadable } from '#test/latin-words.ts';
import { draftMail } from './templates.server.ts';

const siteUrl = 'https://tasuki.example';
const samples = sampleMails(siteUrl);

/** Every mail in built-in words, with all optional parts. */
const mails: [string, MailContent][] = mailKindNames.map((kind) => [
  kind,
  {
    ...composeMail(kind, draftMail(kind, samples[kind], siteUrl), null),
    ...(kind === 'next-box' && { unsubscribeUrl: siteUrl }),
  },
]);

/** Texts of a mail's HTML, including those of pictures and links. */
function textsOfHtml(html: string): string[] {
  const body = html.replace(/<style.*?<\/style>/gs, '');
  const labels = [...body.matchAll(/\s(?:alt|title|aria-label)="([^"]*)"/g)].map(
    ([, text = '']) => text,
  );
  return [...labels, ...body.replaceAll(/<[^>]*>/g, '\n').split('\n')];
}

test.each(mails)('the mail %s is Japanese, as text and as HTML', (_kind, mail) => {
  expect(mail.subject).toMatch(/^【たすき】/);
  const html = textsOfHtml(renderHtml(mail, siteUrl));
  expect(html.join('').length).toBeGreaterThan(100);
  expect(unreadable([mail.subject, ...renderText(mail, siteUrl).split('\n'), ...html])).toEqual([]);
});

test('a mail says that its colours are those of light, by its head and by its style', () => {
  const [[, mail] = []] = mails;
  expect(mail && renderHtml(mail, siteUrl)).toMatch(
    /^<!doctype html><html lang="ja" style="color-scheme:light"><head>.*<meta name="color-scheme" content="light">.*<\/head>/s,
  );
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
