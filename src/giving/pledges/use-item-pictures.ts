import { useEffect, useRef, useState } from 'react';
import type { PledgeItem } from './pledge.ts';
import type { PledgeItemDraft } from './pledge-draft.ts';

/** The picture of the item at the same index: stored, or chosen and not uploaded yet. */
export type ItemPicture = {
  key: string;
  shown: Pick<PledgeItem, 'image' | 'width' | 'height' | 'widths'>;
  file?: File;
};

type ItemsForm = {
  values: { items: PledgeItemDraft[] };
  setValue(path: string, value: unknown): void;
};

/** The pictures of a pledge's form: each is added, moved and removed with its item. */
export function useItemPictures(form: ItemsForm, stored: readonly PledgeItem[]) {
  const [pictures, setPictures] = useState<ItemPicture[]>(() => stored.map(pictureOf));
  const addresses = useRef<string[]>([]);
  useEffect(() => () => addresses.current.forEach(URL.revokeObjectURL), []);
  const { items } = form.values;

  function change(next: ItemPicture[], nextItems: PledgeItemDraft[]) {
    setPictures(next);
    form.setValue('items', nextItems);
  }

  return {
    pictures,

    add(file: File) {
      const image = URL.createObjectURL(file);
      addresses.current.push(image);
      const shown = { image, width: 4, height: 3, widths: [] };
      change(
        [...pictures, { key: image, shown, file }],
        [...items, { id: '', name: '', comment: '' }],
      );
    },

    remove(place: number) {
      change(pictures.toSpliced(place, 1), items.toSpliced(place, 1));
    },

    /** Shows only these stored pictures, in this order. */
    put(kept: readonly PledgeItemDraft[]) {
      if (JSON.stringify(kept) === JSON.stringify(items)) return;
      const shown = kept.flatMap(({ id }) => stored.find((item) => item.id === id) ?? []);
      change(shown.map(pictureOf), [...kept]);
    },

    /** Shows the stored pictures again; the form resets their texts. */
    reset: () => setPictures(stored.map(pictureOf)),

    /** Swaps with the previous item. */
    moveUp(place: number) {
      change(swapWithPrevious(pictures, place), swapWithPrevious(items, place));
    },
  };
}

const pictureOf = (item: PledgeItem): ItemPicture => ({ key: item.id, shown: item });

const swapWithPrevious = <Value>(list: readonly Value[], place: number): Value[] => [
  ...list.slice(0, place - 1),
  ...list.slice(place, place + 1),
  ...list.slice(place - 1, place),
  ...list.slice(place + 1),
];
