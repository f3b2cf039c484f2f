import { useCallback, useEffect, useRef, useState } from 'react';
import { send } from '#kit/client/send.ts';
import { randomKey } from '#kit/forms/submission.ts';
import { imageKinds } from '#kit/images/shown-image.ts';
import type { SentPicture } from './edited-item.ts';
import {
  dropPicture,
  pictureKey,
  readPictures,
  storePicture,
  type WaitingPicture,
} from './picture-store.ts';
import { permanentRefusal } from './use-item-queue.ts';
import { useRetry } from './use-retry.ts';

const quality = 0.85;

/**
 * Scales a photo down to the largest displayed size: a camera's ten megabytes are slow on a warehouse's network.
 * Returns the file unchanged where the browser cannot read it; the server then says what is wrong.
 */
async function shrinkPicture(file: File): Promise<Blob> {
  const longest = Math.max(...imageKinds['appraisal-item'].widths);
  try {
    const picture = await createImageBitmap(file);
    const scale = Math.min(1, longest / Math.max(picture.width, picture.height));
    const canvas = document.createElement('canvas');
    canvas.width = Math.round(picture.width * scale);
    canvas.height = Math.round(picture.height * scale);
    canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height);
    picture.close();
    const blob = await new Promise<Blob | null>((resolve) =>
      canvas.toBlob(resolve, 'image/jpeg', quality),
    );
    return blob ?? file;
  } catch {
    return file;
  }
}

export type PictureSaving = {
  /** Photos not uploaded yet, of all items of the application. */
  waiting: readonly WaitingPicture[];
  /** True while photos wait for the network. */
  isOffline: boolean;
  take: (itemId: string, files: readonly File[]) => Promise<void>;
  drop: (pictures: readonly WaitingPicture[]) => Promise<void>;
};

/**
 * Uploads photos in the background, one after another; unacknowledged ones stay on the device, even over reloads.
 * `isFresh`: the items are known in their current state. `onSent` adds a photo to its item.
 */
export function usePictures(
  { uid, appraisalId }: { uid: string; appraisalId: string },
  { isFresh, onSent }: { isFresh: boolean; onSent: (itemId: string, sent: SentPicture) => void },
): PictureSaving {
  const [waiting, setWaiting] = useState<readonly WaitingPicture[]>([]);
  const [isOffline, setOffline] = useState(false);
  const isSending = useRef(false);
  const current = useRef({ isFresh, onSent });
  useEffect(() => {
    current.current = { isFresh, onSent };
  });

  const read = useCallback(async () => {
    const pictures = await readPictures({ uid, appraisalId });
    setWaiting(pictures);
    return pictures;
  }, [uid, appraisalId]);
  const send = useCallback(async () => {
    if (isSending.current || !current.current.isFresh) return;
    isSending.current = true;
    try {
      await withTabLock(`tasuki.pictures.${uid}.${appraisalId}`, async () => {
        for (;;) {
          const next = (await read()).find(({ problem }) => problem === '');
          if (!next) return setOffline(false);
          const isAnswered = await sendOne(next, (sent) =>
            current.current.onSent(next.itemId, sent),
          );
          setOffline(!isAnswered);
          if (!isAnswered) return;
        }
      });
    } finally {
      isSending.current = false;
    }
  }, [uid, appraisalId, read]);
  useEffect(() => {
    if (isFresh) void send();
    else void read();
  }, [isFresh, read, send]);
  useRetry(isOffline, send);

  return {
    waiting,
    isOffline,
    async take(itemId, files) {
      for (const file of files) {
        const key = pictureKey({ uid, appraisalId }, Date.now(), randomKey());
        await storePicture({ key, itemId, file: await shrinkPicture(file), problem: '' });
      }
      await read();
      void send();
    },
    async drop(pictures) {
      for (const { key } of pictures) await dropPicture(key);
      await read();
    },
  };
}

/** False without a response. */
async function sendOne(
  picture: WaitingPicture,
  onSent: (sent: SentPicture) => void,
): Promise<boolean> {
  const body = new FormData();
  body.append('image', picture.file, 'item.jpg');
  try {
    onSent(await send('POST /api/upload/image/appraisals', { body }));
    await dropPicture(picture.key);
    return true;
  } catch (error) {
    const refusal = permanentRefusal(error);
    if (!refusal) return false;
    await storePicture({ ...picture, problem: refusal.message });
    return true;
  }
}

/** Prevents two tabs from uploading the same photo: the second one waits, where the browser supports locks. */
const withTabLock = (name: string, work: () => Promise<void>): Promise<void> =>
  'locks' in navigator ? navigator.locks.request(name, work) : work();
