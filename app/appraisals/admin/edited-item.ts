import type { ItemContent } from '#domain/appraisals/draft-item.ts';

/** The item that is being written: its choices, and the pictures that it has. */
export type EditedItem = {
  id: string;
  boxNumber: number;
  content: ItemContent;
  imageIds: string[];
  images: readonly string[];
};

/** A picture that was sent, with a link to it that ends. */
export type SentPicture = { imageId: string; image: string };
