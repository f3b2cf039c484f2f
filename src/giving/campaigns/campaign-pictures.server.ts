import { and, eq } from 'drizzle-orm';
import type { Database, Transaction } from '#kit/db/database.server.ts';
import type { Dependencies } from '#kit/dependencies.server.ts';
import { notFound } from '#kit/errors/refusal.ts';
import { images as imagesTable } from '#kit/images/image-tables.server.ts';
import type { StoredImage } from '#kit/images/images.server.ts';
import { imagePath } from '#kit/images/shown-image.ts';

const kind = 'campaign-cover';

type PictureDeps = Pick<Dependencies, 'db'> & {
  images: { keep(bytes: Buffer, of: { kind: typeof kind }): Promise<StoredImage> };
};

/** Whether a picture was uploaded for a campaign. */
export async function isCampaignPicture(
  source: Database | Transaction,
  imageId: string,
): Promise<boolean> {
  const [row] = await source
    .select({ id: imagesTable.id })
    .from(imagesTable)
    .where(and(eq(imagesTable.id, imageId), eq(imagesTable.purpose, kind)));
  return row !== undefined;
}

/** Pictures of campaigns: they belong to the service, whichever operator uploaded them. */
export const campaignPictures = ({ db, images }: PictureDeps) => ({
  /** Stores a picture for use in a draft. Refuses like images.keep. */
  async keep(bytes: Buffer) {
    const { id } = await images.keep(bytes, { kind });
    return { imageId: id, path: imagePath(id) };
  },

  /** Path of a picture uploaded for a campaign. */
  async pathOf(imageId: string): Promise<string> {
    if (!(await isCampaignPicture(db, imageId))) {
      throw notFound('画像');
    }
    return imagePath(imageId);
  },
});
