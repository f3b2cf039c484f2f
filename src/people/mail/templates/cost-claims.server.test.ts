import { expect, test } from 'vitest';
import { leavesNothingWords } from '#money/ledger/fees.ts';
import { composeMail } from '#people/mail/compose.server.ts';
import { renderText } from '#people/mail/mail-content.server.ts';
import { mailKindNames } from '#people/mail/mail-kinds.ts';
import { sampleMails } from '#people/mail/sample-mails.server.ts';
import { untrueIn, worlds } from '#test/claims/claims.ts';
import { draftMail } from './templates.server.ts';

const siteUrl = 'https://tasuki.example';

test.each(worlds)('under %s no mail says anything untrue of costs', (_, terms) => {
  const samples = sampleMails(siteUrl, terms);
  const textOf = (kind: (typeof mailKindNames)[number]) => {
    const mail = composeMail(kind, draftMail(kind, samples[kind], siteUrl), null);
    return [mail.subject, renderText(mail, siteUrl)].join('\n');
  };
  const untrue = mailKindNames.map((kind) => [kind, untrueIn(textOf(kind), terms)]);
  expect(untrue.filter(([, words]) => words?.length !== 0)).toEqual([]);
  const { sums } = samples['donation-completed'];
  const arrives = 3_240 - sums.feeYen - sums.handlingYen;
  for (const kind of ['donation-completed', 'remitted', 'result-corrected'] as const) {
    expect(textOf(kind)).toContain('寄付額');
    expect(textOf(kind)).toMatch(
      new RegExp(`団体に届く額[^\\d]*${arrives.toLocaleString('ja')}円`),
    );
  }
  for (const kind of ['application-received', 'own-carton-received'] as const) {
    expect(textOf(kind)).toContain('査定が終わって寄付が決まった日の取り決めによります');
  }
});

test.each(['donation-completed', 'result-corrected'] as const)(
  'of a gift of which costs leave nothing %s says that nothing is sent, and promises no receipt',
  (kind) => {
    const sums = { appraisedYen: 300, bonusYen: 0, feeYen: 30, handlingYen: 270 };
    const sample = { ...sampleMails(siteUrl)[kind], notes: [] };
    const gift = { sums, recipient: '団体' } as const;
    const textOf = (data: object) =>
      renderText(
        composeMail(kind, draftMail(kind, { ...sample, ...data } as never, siteUrl), null),
        siteUrl,
      );
    const empty = textOf({ ...gift, gift });
    expect(empty).toContain(leavesNothingWords.message);
    expect(empty).not.toContain('受領証明書をご希望');
    const one = { ...gift, sums: { ...sums, handlingYen: 269 } };
    expect(textOf({ ...one, gift: one })).not.toContain(leavesNothingWords.message);
  },
);
