import { useState } from 'react';
import { expect, test } from 'vitest';
import { openHook } from '#test/stand-ins/page/open.tsx';
import type { PledgeItemDraft } from './pledge-draft.ts';
import { useItemPictures } from './use-item-pictures.ts';

const picture = (id: string) => ({
  ...{ id, image: `/images/${id}`, width: 800, height: 600, widths: [400, 800] },
  ...{ name: `${id}の名前`, comment: '' },
});
const stored = ['a', 'b', 'c'].map(picture);
const words = ({ id, name, comment }: PledgeItemDraft) => ({ id, name, comment });
const file = (name: string) => new File(['jpeg'], name);

/** A pledge with one item per picture. */
function writing() {
  const hook = openHook(() => {
    const [items, setItems] = useState(stored.map(words));
    const setValue = (path: string, value: unknown) => {
      expect(path).toBe('items');
      setItems(value as PledgeItemDraft[]);
    };
    return { items, ...useItemPictures({ values: { items }, setValue }, stored) };
  });
  return {
    ...hook,
    get pictures() {
      return hook.now.pictures.map(({ key }) => key).join(' ');
    },
    get items() {
      return hook.now.items.map(({ id }) => id || '新').join(' ');
    },
    do: hook.do,
    now: () => hook.now,
  };
}

test('a stored pledge shows its pictures in their order', () => {
  const pledge = writing();
  expect(pledge.now().pictures).toEqual(stored.map((item) => ({ key: item.id, shown: item })));
});

test('a chosen picture comes last, with an item without words', async () => {
  const pledge = writing();
  const coat = file('coat.jpg');
  await pledge.do(({ add }) => add(coat));
  expect(pledge.now().pictures.at(-1)).toEqual({
    key: 'blob:1',
    shown: { image: 'blob:1', width: 4, height: 3, widths: [] },
    file: coat,
  });
  expect(pledge.now().items.at(-1)).toEqual({ id: '', name: '', comment: '' });
  expect(pledge.pictures).toBe('a b c blob:1');
});

test('a picture goes with its own item', async () => {
  const pledge = writing();
  await pledge.do(({ remove }) => remove(1));
  expect([pledge.pictures, pledge.items]).toEqual(['a c', 'a c']);
});

test.each([
  [1, 'b a c'],
  [2, 'a c b'],
])(
  'the picture at place %i swaps with the one before, and its words with it',
  async (place, order) => {
    const pledge = writing();
    await pledge.do(({ moveUp }) => moveUp(place));
    expect([pledge.pictures, pledge.items]).toEqual([order, order]);
  },
);

test('a draft puts the stored pictures in its own order with its own words', async () => {
  const pledge = writing();
  const kept = [words({ ...picture('c'), name: '帽子' }), words(picture('a'))];
  await pledge.do(({ put }) => put(kept));
  expect(pledge.pictures).toBe('c a');
  expect(pledge.now().items).toEqual(kept);
  expect(pledge.now().pictures[0]?.shown.image).toBe('/images/c');
});

test('a draft equal to the form keeps the chosen pictures', async () => {
  const pledge = writing();
  await pledge.do(({ add }) => add(file('coat.jpg')));
  await pledge.do(({ put, items }) => put(items));
  expect(pledge.pictures).toBe('a b c blob:1');
});

test('starting over shows the stored pictures again', async () => {
  const pledge = writing();
  await pledge.do(({ remove }) => remove(0));
  await pledge.do(({ reset }) => reset());
  expect(pledge.pictures).toBe('a b c');
});

test('leaving releases every chosen picture, not before', async () => {
  const pledge = writing();
  await pledge.do(({ add }) => add(file('coat.jpg')));
  await pledge.do(({ add }) => add(file('hat.jpg')));
  await pledge.do(({ remove }) => remove(3));
  expect(URL.revokeObjectURL).not.toHaveBeenCalled();
  pledge.leave();
  expect(URL.revokeObjectURL).toHaveBeenCalledTimes(2);
  for (const address of ['blob:1', 'blob:2']) {
    expect(URL.revokeObjectURL).toHaveBeenCalledWith(address, expect.anything(), expect.anything());
  }
});
