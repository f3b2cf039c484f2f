import { useEffect, useState } from 'react';
import { imageAt } from '#kit/images/shown-image.ts';
import { Button } from '#kit/ui/button.tsx';
import { Icon } from '#kit/ui/pictures/icon.tsx';
import { mostItemPictures } from '#warehouse/appraisals/draft-item.ts';
import type { EditedItem } from './edited-item.ts';
import type { WaitingPicture } from './picture-store.ts';

export type PictureSteps = {
  /** The item's photos not uploaded yet. */
  waiting: readonly WaitingPicture[];
  onChange: (pictures: Pick<EditedItem, 'imageIds' | 'images'>) => void;
  onTake: (files: readonly File[]) => void;
  onDrop: (picture: WaitingPicture) => void;
};

/** Photos of an item, taken by the tablet's camera and uploaded in the background. */
export function ItemPictures({
  item: { imageIds, images },
  pictures: { waiting, onChange, onTake, onDrop },
}: {
  item: EditedItem;
  pictures: PictureSteps;
}) {
  const remove = (id: string) => {
    const at = imageIds.indexOf(id);
    onChange({ imageIds: imageIds.toSpliced(at, 1), images: images.toSpliced(at, 1) });
  };
  const room = mostItemPictures - imageIds.length - waiting.length;
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
                width={96}
                height={96}
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
        {waiting.map((picture, index) => (
          <WaitingTile
            key={picture.key}
            picture={picture}
            number={imageIds.length + index + 1}
            onDrop={onDrop}
          />
        ))}
        {room > 0 && (
          <li className="relative grid size-24 place-items-center rounded-lg border-2 border-dashed border-line text-center text-sm font-bold has-focus-visible:outline-3">
            <span>
              <Icon name="camera" className="mx-auto size-6" />
              撮影する
            </span>
            <input
              type="file"
              accept="image/*"
              capture="environment"
              multiple
              aria-label="写真を撮影する"
              className="absolute inset-0 size-full cursor-pointer opacity-0"
              onClick={(event) => {
                event.currentTarget.value = '';
              }}
              onChange={({ currentTarget: { files } }) =>
                files && onTake([...files].slice(0, room))
              }
            />
          </li>
        )}
      </ul>
    </section>
  );
}

/** The photo as stored on the tablet; a refused one shows the reason, and can be removed. */
function WaitingTile({
  picture,
  number,
  onDrop,
}: {
  picture: WaitingPicture;
  number: number;
  onDrop: (picture: WaitingPicture) => void;
}) {
  const { file, problem } = picture;
  const [address, setAddress] = useState('');
  useEffect(() => {
    const made = URL.createObjectURL(file);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return (
    <li className={problem === '' ? '' : 'flex w-full items-start gap-3'}>
      <span className="relative block size-24 shrink-0 overflow-hidden rounded-lg border border-line bg-sand">
        {address !== '' && (
          <img
            src={address}
            alt={`写真${number}`}
            width={96}
            height={96}
            className="size-full object-cover opacity-60"
          />
        )}
        <span className="absolute inset-x-0 bottom-0 bg-paper/90 text-center text-sm">
          {problem === '' ? '送信待ち' : '送れません'}
        </span>
      </span>
      {problem !== '' && (
        <div role="alert" className="grid min-w-0 justify-items-start gap-2 text-sm text-error">
          {problem}
          <Button size="small" variant="outline" onClick={() => onDrop(picture)}>
            取り除く<span className="sr-only">：写真{number}</span>
          </Button>
        </div>
      )}
    </li>
  );
}
