import { expect, test } from 'vitest';
import { type MailsQuery, mailsPath, mailsQuestion, readMailsQuery } from './mails-query.ts';

const read = (path: string) => readMailsQuery(new URL(path, 'http://here').searchParams);
const all: MailsQuery = { state: undefined, before: undefined, open: undefined };

test.each<MailsQuery>([all, { state: 'dead', before: '120', open: '7' }])(
  'the address leads back to the list %o',
  (query) => expect(read(mailsPath(query))).toEqual(query),
);

test.each(['?state=lost', '?before=-1', '?mail=1e3', '?mail=0'])(
  'what is not understood is left out: %s',
  (search) => expect(read(`/admin/mails${search}`)).toEqual(all),
);

test('with a mail server only dead mails are asked for', () => {
  expect(mailsQuestion({ ...all, state: 'sent' }, true)).toContain('state=sent');
  expect(mailsQuestion({ ...all, state: 'sent' }, false)).toContain('state=dead');
  expect(mailsQuestion(all, true)).not.toContain('state=');
  expect(mailsQuestion({ ...all, before: '120' }, true)).toContain('cursor=120');
});
