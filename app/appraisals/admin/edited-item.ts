import { type ItemContent, isBlank } from '#domain/appraisals/draft-item.ts';

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

/**
 * The item that a picture was taken of, with the picture, as it is once that has been sent: meanwhile more was written
 * of it, or another came into the hand. Undefined where it was taken out.
 */
export function withPicture(
  taken: EditedItem,
  { imageId, image }: SentPicture,
  { inHand, items }: { inHand: EditedItem; items: readonly EditedItem[] },
): EditedItem | undefined {
  const isUnsaid = isBlank(taken.content) && taken.imageIds.length === 0;
  const now =
    inHand.id === taken.id
      ? inHand
      : (items.find(({ id }) => id === taken.id) ?? (isUnsaid ? taken : undefined));
  return now && { ...now, imageIds: [...now.imageIds, imageId], images: [...now.images, image] };
}
