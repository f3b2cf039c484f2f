import type { Dependencies } from '#kit/dependencies.server.ts';
import type { StoredImage } from '#kit/images/images.server.ts';
import { createBoxExceptions } from './box-exceptions.server.ts';
import { exceptionList } from './exception-list.server.ts';
import { exceptionPictures } from './exception-pictures.server.ts';
import { receiveScans } from './receive-scans.server.ts';
import { scanList } from './scan-list.server.ts';
import { undoScan } from './take-back.server.ts';

type IntakeDeps = Dependencies & {
  images: { keep(bytes: Buffer, of: { kind: 'box-exception' }): Promise<StoredImage> };
  pictureLinks: { signed(path: string): string };
};

/** Arrival of boxes: scans, undo, and the exception shelf. */
export const intake = (dependencies: IntakeDeps) => ({
  receive: receiveScans(dependencies),
  takeBack: undoScan(dependencies),
  scanList: scanList(dependencies),
  exceptionList: exceptionList(dependencies),
  pictures: exceptionPictures(dependencies),
  ...createBoxExceptions(dependencies),
});
