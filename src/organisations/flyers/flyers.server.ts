import type { Dependencies } from '#kit/dependencies.server.ts';
import { toRichText } from '#kit/markdown/rich-text.server.ts';
import { plainText } from '#kit/values/text/plain-text.ts';
import { jstDay } from '#kit/values/timestamp.ts';
import type { AssociateDetail, AssociateVision } from '#organisations/associates/associate.ts';
import { type QrCode, qrCode } from './qr-code.server.ts';
import { qrPng } from './qr-picture.server.ts';

/** Content of the sheet that an organisation hands out. */
export type Flyer = {
  associate: AssociateDetail;
  vision: AssociateVision | null;
  /** URL where an application starts, as text and QR code. */
  address: string;
  /** Date of the agreement stated on the sheet, YYYY-MM-DD: prints outlive it. */
  asOf: string;
  qrCode: QrCode;
};

type FlyerDependencies = Pick<Dependencies, 'publicUrl' | 'drawings' | 'clock'> & {
  associates: {
    directory(): Promise<{ byId: ReadonlyMap<string, unknown> }>;
    find(id: string): Promise<AssociateDetail | undefined>;
    vision(id: string): Promise<AssociateVision | undefined>;
  };
};

/** URL where an application to an organisation starts. */
const addressOf = (publicUrl: string, associateId: string) =>
  `${publicUrl}/associate/${associateId}`;

/** Flyers of listed organisations, rendered on the server so that browsers need not load a QR encoder. */
export const flyers = ({ publicUrl, drawings, clock, associates }: FlyerDependencies) => ({
  /** The code alone, for an organisation's own prints. */
  async code(associateId: string): Promise<QrCode | undefined> {
    const { byId } = await associates.directory();
    return byId.has(associateId) ? qrCode(addressOf(publicUrl, associateId)) : undefined;
  },

  /** The same as PNG. `address` is the request's URL. */
  async codePicture(associateId: string, address: string): Promise<Buffer | undefined> {
    const { byId } = await associates.directory();
    if (!byId.has(associateId)) return undefined;
    const link = addressOf(publicUrl, associateId);
    return drawings.find({ of: ['code', link], draw: () => qrPng(qrCode(link)), address });
  },

  async find(associateId: string): Promise<Flyer | undefined> {
    const [associate, vision] = await Promise.all([
      associates.find(associateId),
      associates.vision(associateId),
    ]);
    if (associate?.state !== 'published') return undefined;
    const address = addressOf(publicUrl, associate.id);
    return {
      associate,
      vision: vision?.title ? { ...vision, body: plainText(toRichText(vision.body)) } : null,
      address,
      asOf: jstDay(clock()),
      qrCode: qrCode(address),
    };
  },
});
