import { eq } from 'drizzle-orm';
import type { Person } from '#kit/actor.server.ts';
import { audit } from '#kit/audit/audit.server.ts';
import { transaction } from '#kit/db/database.server.ts';
import type { Dependencies } from '#kit/dependencies.server.ts';
import { refuse } from '#kit/errors/refusal.ts';
import { imageTypeOf } from '#kit/images/image.ts';
import type { StoredImage } from '#kit/images/images.server.ts';
import type { ImageKind } from '#kit/images/shown-image.ts';
import { lockAssociate, noAssociate } from './associate-row.server.ts';
import { associates } from './associate-tables.server.ts';

const maxSealBytes = 1024 * 1024;
const typeMessage = '印影は、背景が透明なPNGの画像で、1MBまでのものを選んでください。';

type SealDeps = Pick<Dependencies, 'db' | 'clock'> & {
  images: {
    keep(bytes: Buffer, of: { kind: ImageKind; associateId: string }): Promise<StoredImage>;
  };
};

/** Picture of an organisation's seal on its receipts. A replaced one stays on earlier receipts. */
export const seals = ({ db, clock, images }: SealDeps) => {
  const write = (operator: Person, associateId: string, sealImageId: string | null) =>
    transaction(db, async (tx) => {
      await lockAssociate(tx, associateId);
      await tx.update(associates).set({ sealImageId }).where(eq(associates.id, associateId));
      await audit(
        tx,
        operator,
        sealImageId ? 'seals.change' : 'seals.remove',
        ['associate', associateId],
        { at: clock() },
      );
    });

  return {
    /** Refuses anything but a PNG of up to 1 MB, and what images.keep refuses. */
    async replaceSeal(operator: Person, associateId: string, bytes: Buffer): Promise<void> {
      if (imageTypeOf(bytes) !== 'image/png') throw refuse('ValidationError', typeMessage);
      if (bytes.length > maxSealBytes) throw refuse('PayloadTooLarge', typeMessage);
      if (!(await db.$count(associates, eq(associates.id, associateId)))) throw noAssociate();
      const { id } = await images.keep(bytes, { kind: 'associate-seal', associateId });
      await write(operator, associateId, id);
    },

    removeSeal: (operator: Person, associateId: string) => write(operator, associateId, null),
  };
};
