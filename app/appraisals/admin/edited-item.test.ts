import { expect, test } from 'vitest';
import { emptyItem } from '#domain/appraisals/draft-item.ts';
import { type EditedItem, withPicture } from './edited-item.ts';

const item = (id: string, changes: Partial<EditedItem> = {}): EditedItem => ({
  ...{ id, boxNumber: 1, content: emptyItem, imageIds: [], images: [] },
  ...changes,
});
const priced = { ...emptyItem, category: 'bags', amountYen: 1_200 } as const;
const picture = { imageId: 'p', image: '/p' };

test('what was chosen while a picture was on its way stays', () => {
  const inHand = item('a', { content: priced, imageIds: ['o'], images: ['/o'] });
  expect(withPicture(item('a'), picture, { inHand, items: [inHand] })).toEqual({
    ...inHand,
    imageIds: ['o', 'p'],
    images: ['/o', '/p'],
  });
});

test('a picture goes to the item that it was taken of, whatever is in the hand by now', () => {
  const known = item('a', { content: priced });
  const state = { inHand: item('b'), items: [known, item('b')] };
  expect(withPicture(item('a'), picture, state)).toMatchObject({
    id: 'a',
    content: priced,
    imageIds: ['p'],
  });
});

test('a picture is all that is known of an item of which nothing was said', () => {
  const state = { inHand: item('b'), items: [] };
  expect(withPicture(item('a'), picture, state)).toMatchObject({ id: 'a', imageIds: ['p'] });
});

test('a picture of an item that was taken out brings it not back', () => {
  const state = { inHand: item('b'), items: [] };
  expect(withPicture(item('a', { content: priced }), picture, state)).toBeUndefined();
});
