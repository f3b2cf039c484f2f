import { useState } from 'react';
import { outcomeOf } from '#app/forms/submission.ts';
import { api } from '#app/session/api.ts';
import { Button } from '#app/ui/button.tsx';
import { Icon } from '#app/ui/pictures/icon.tsx';
import { mostItemPictures } from '#domain/appraisals/draft-item.ts';
import { imageAt } from '#domain/images/shown-image.ts';
import type { EditedItem, SentPicture } from './edited-item.ts';
import { shrinkPicture } from './shrink-picture.ts';

type Pictures = Pick<EditedItem, 'imageIds' | 'images'>;

async function upload(file: File): Promise<SentPicture> {
  const body = new FormData();
  body.append('image', await shrinkPicture(file), 'item.jpg');
  return api('/api/upload/image/appraisals', { body });
}

/** Photos of an item: by the tablet's camera, sent at once, several. */
export function ItemPictures({
  item,
  onPictures,
  onSent,
}: {
  item: EditedItem;
  onPictures: (pictures: Pictures) => void;
  /** A picture of an item has arrived, which need not be in the hand any more. */
  onSent: (taken: EditedItem, picture: SentPicture) => void;
}) {
  const { imageIds, images } = item;
  const [isSending, setSending] = useState(false);
  const [failed, setFailed] = useState<{ files: File[]; message: string; taken: EditedItem }>();

  async function send(files: readonly File[], taken: EditedItem) {
    setSending(true);
    setFailed(undefined);
    for (const [index, file] of files.entries()) {
      try {
        onSent(taken, await upload(file));
      } catch (error) {
        const { message } = outcomeOf(error);
        setFailed({ files: files.slice(index), message, taken });
        break;
      }
    }
    setSending(false);
  }

  const remove = (id: string) => {
    const at = imageIds.indexOf(id);
    onPictures({ imageIds: imageIds.toSpliced(at, 1), images: images.toSpliced(at, 1) });
  };
  const room = mostItemPictures - imageIds.length;
  return (
    <section aria-label="写真" className="min-w-0">
      <p className="text-sm font-bold">写真（{mostItemPictures}枚まで）</p>
      <ul className="mt-1 flex flex-wrap gap-2">
        {imageIds.map((id, index) => (
          <li
            key={id}
            className="relative size-24 overflow-hidden rounded-lg border border-line bg-sand"
          >
            {images[index] && (
              <img
                src={imageAt(images[index], 320)}
                alt={`写真${index + 1}`}
                className="size-full object-cover"
              />
            )}
            <button
              type="button"
              aria-label={`写真${index + 1}を取り除く`}
              className="absolute top-0 right-0 grid size-11 place-items-center rounded-bl-lg bg-paper/90"
              onClick={() => remove(id)}
            >
              <Icon name="close" className="size-4" />
            </button>
          </li>
        ))}
        {room > 0 && (
          <li className="relative grid size-24 place-items-center rounded-lg border-2 border-dashed border-line text-center text-sm font-bold has-focus-visible:outline-3">
            <span>
              <Icon name="camera" className="mx-auto size-6" />
              {isSending ? '送信中' : '撮影する'}
            </span>
            <input
              type="file"
              accept="image/*"
              capture="environment"
              multiple
              disabled={isSending}
              aria-label="写真を撮影する"
              className="absolute inset-0 size-full cursor-pointer opacity-0"
              onClick={(event) => {
                event.currentTarget.value = '';
              }}
              onChange={({ currentTarget: { files } }) =>
                files && void send([...files].slice(0, room), item)
              }
            />
          </li>
        )}
      </ul>
      {failed && (
        <div role="alert" className="mt-1 text-sm text-error">
          <p className="font-bold">{failed.message}</p>
          <Button
            size="small"
            variant="outline"
            onClick={() => void send(failed.files, failed.taken)}
          >
            写真{failed.files.length}枚をもう一度送る
          </Button>
        </div>
      )}
    </section>
  );
}
