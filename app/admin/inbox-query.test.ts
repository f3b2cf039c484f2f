import { expect, test } from 'vitest';
import { inboxPath, inboxQuestion, readInboxQuery } from './inbox-query.ts';

const states = ['open', 'answered'] as const;
const read = (path: string) => readInboxQuery(new URL(path, 'http://here').searchParams, states);
const all = { state: undefined, page: 1, open: undefined };

test.each([all, { state: 'open', page: 3, open: 'TC-0000-ABCD' } as const])(
  'the address leads back to the list %o',
  (query) => expect(read(inboxPath('/admin/messages', query))).toEqual(query),
);

test.each(['?state=lost', '?page=0', '?open=1', '?open=<b>'])(
  'what is not understood is left out: %s',
  (search) => expect(read(`/admin/messages${search}`)).toEqual(all),
);

test('what is open is no part of the question', () => {
  const query = { state: 'open', page: 2, open: 'TC-0000-ABCD' } as const;
  expect(inboxQuestion('/api/office/messages', query)).toBe(
    '/api/office/messages?state=open&page=2',
  );
});
