import { expect, test } from 'vitest';
import { keptPictures } from './use-pledge-draft.ts';

const item = (id: string) => ({ id, name: 'コート', comment: '' });
const stored = [{ id: 'a' }, { id: 'b' }];

test('a draft keeps stored pictures in their order and says how many are to be chosen again', () => {
  const draft = {
    etag: '"3"',
    missingCount: 1,
    items: [item('b'), item(''), item('gone'), item('')],
  };
  expect(keptPictures(draft, stored)).toEqual({
    etag: '"3"',
    items: [item('b')],
    missingCount: 3,
  });
});

test.each([undefined, null, {}, { etag: '', missingCount: 0, items: 'a' }])(
  '%j holds no pictures',
  (draft) => expect(keptPictures(draft, stored)).toBeUndefined(),
);
