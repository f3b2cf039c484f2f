import { eq } from 'drizzle-orm';
import type { Person } from '#kit/actor.server.ts';
import type { Dependencies } from '#kit/dependencies.server.ts';
import { notFound, refuse } from '#kit/errors/refusal.ts';
import { images as imagesTable } from '#kit/images/image-tables.server.ts';
import type { StoredImage } from '#kit/images/images.server.ts';
import { type ImageKind, imagePath } from '#kit/images/shown-image.ts';
import { may } from '#kit/permissions/permissions.ts';
import { associates } from './associate-tables.server.ts';

export const associatePictureKinds = [
  'associate-cover',
  'associate-picture',
] as const satisfies ImageKind[];
export type AssociatePictureKind = (typeof associatePictureKinds)[number];

type PictureDeps = Pick<Dependencies, 'db'> & {
  images: {
    keep(bytes: Buffer, of: { kind: ImageKind; associateId: string }): Promise<StoredImage>;
  };
};

/**
 * Pictures for an organisation's pages. Editors upload them and see them before publication; they belong to the
 * organisation, whoever uploaded them.
 */
export const associatePictures = ({ db, images }: PictureDeps) => ({
  /** Stores a picture for use in a draft. Checks the person's right before reading it; refuses like images.keep. */
  async keep(
    person: Person,
    { associateId, kind }: { associateId: string; kind: AssociatePictureKind },
    readBytes: () => Promise<Buffer>,
  ) {
    demandEditor(person, associateId);
    const [row] = await db
      .select({ id: associates.id })
      .from(associates)
      .where(eq(associates.id, associateId));
    if (!row) throw notFound('団体');
    const { id } = await images.keep(await readBytes(), { kind, associateId });
    return { imageId: id, path: imagePath(id) };
  },

  /** Path of one of its pictures; pictures without an owner are open to every organisation. */
  async pathOf(person: Person, associateId: string, imageId: string): Promise<string> {
    demandReader(person, associateId);
    const [row] = await db
      .select({ associateId: imagesTable.associateId, ownerUid: imagesTable.ownerUid })
      .from(imagesTable)
      .where(eq(imagesTable.id, imageId));
    const isOurs = row && row.ownerUid === null && (row.associateId ?? associateId) === associateId;
    if (!isOurs) throw notFound('画像');
    return imagePath(imageId);
  },
});

function demandEditor({ role, staffRoles }: Person, associateId: string) {
  if (may(role, 'associates.edit') || staffRoles[associateId] === 'editor') return;
  const isViewer = staffRoles[associateId] !== undefined;
  throw isViewer
    ? refuse('Forbidden', '画像を変えるには、編集の権限が必要です。')
    : notFound('団体');
}

function demandReader({ role, staffRoles }: Person, associateId: string) {
  if (!may(role, 'associates.read') && !staffRoles[associateId]) throw notFound('団体');
}
