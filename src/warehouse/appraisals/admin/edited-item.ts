import type { ItemContent } from '#warehouse/appraisals/draft-item.ts';

/** The item being edited: its choices and pictures. */
export type EditedItem = {
  id: string;
  boxNumber: number;
  content: ItemContent;
  imageIds: string[];
  images: readonly string[];
};

/** An uploaded picture, with a link to it that expires. */
export type SentPicture = { imageId: string; image: string };
