import type { Dependencies } from '#server/dependencies.ts';
import type { StoredImage } from '#server/images/images.ts';
import { createBoxExceptions } from './box-exceptions.ts';
import { exceptionList } from './exception-list.ts';
import { exceptionPictures } from './exception-pictures.ts';
import { receiveScans } from './receive-scans.ts';
import { scanList } from './scan-list.ts';
import { undoScan } from './take-back.ts';

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
