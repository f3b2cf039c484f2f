import { expect, test } from 'vitest';
import { mailKindNames } from '#domain/mail/mail-kinds.ts';
import { composeMail } from '#server/mail/compose.ts';
import { renderText } from '#server/mail/mail-content.ts';
import { sampleMails } from '#server/mail/sample-mails.ts';
import { untrueIn, worlds } from '#test/claims/claims.ts';
import { draftMail } from './templates.ts';

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
