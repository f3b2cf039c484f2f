import { type ComponentType, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { imageTypes } from '#kit/images/image.ts';
import type { ImageKind } from '#kit/images/shown-image.ts';
import { Icon } from '#kit/ui/pictures/icon.tsx';
import type { CropDialogProps } from './crop-dialog.tsx';
import { type PictureSource, readPicture, readShownPicture } from './read-picture.ts';

const buttonClassName =
  'relative inline-flex min-h-11 items-center gap-2 rounded-full border-2 border-coral bg-paper px-5 text-sm font-bold text-coral-dark hover:bg-coral-soft has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-ink has-focus-visible:ring-7 has-focus-visible:ring-honey has-disabled:opacity-55';

const missingDialogMessage =
  '切り抜きの画面を読み込めませんでした。電波の状態をご確認のうえ、もう一度お試しください。';

/**
 * Chooses a picture (a file, a dropped one, or the phone's camera) and crops it to the frame of its kind. `onPicked`
 * receives each cropped file, which the caller sends. Shows problems of a chosen file, in the server's words.
 */
export function PictureChooser({
  label,
  kind,
  shown = '',
  isRound = false,
  isBusy = false,
  camera = 'environment',
  onPicked,
  children,
}: {
  /** Name of the picture, which labels the inputs. */
  label: string;
  kind: ImageKind;
  /** Path of the current picture, which can be cropped again. */
  shown?: string;
  isRound?: boolean;
  /** Disables the chooser while a picture is being sent. */
  isBusy?: boolean;
  /** The camera that a phone opens first. */
  camera?: 'user' | 'environment';
  onPicked: (picture: File) => void;
  /** Other buttons in the same row. */
  children?: ReactNode;
}) {
  const errorId = useId();
  const [source, setSource] = useState<PictureSource>();
  // Loaded, with its library, when the first picture is chosen.
  const [CropDialog, setCropDialog] = useState<ComponentType<CropDialogProps>>();
  const [isOpen, setOpen] = useState(false);
  const [isOver, setOver] = useState(false);
  const [message, setMessage] = useState<string>();
  const taking = useRef(0);

  useEffect(() => source?.release, [source]);

  async function take(reading: Promise<PictureSource | { message: string }>) {
    taking.current += 1;
    const request = taking.current;
    setMessage(undefined);
    const loading = import('./crop-dialog.tsx').catch(() => undefined);
    const read = await reading;
    // Another picture was chosen while this one was read.
    if (request !== taking.current) return 'release' in read && read.release();
    if ('message' in read) return setMessage(read.message);
    setSource(read);
    const part = await loading;
    if (!part) return setMessage(missingDialogMessage);
    setCropDialog(() => part.CropDialog);
    setOpen(true);
  }

  const input = (name: string, capture?: 'user' | 'environment') => (
    <input
      type="file"
      aria-label={name}
      aria-describedby={message && errorId}
      accept={imageTypes.join(',')}
      capture={capture}
      disabled={isBusy}
      className="absolute inset-0 size-full cursor-pointer rounded-full text-transparent opacity-0 file:hidden"
      // Choosing the same file again must fire a change event.
      onClick={(event) => {
        event.currentTarget.value = '';
      }}
      onChange={({ currentTarget: { files } }) => files?.[0] && take(readPicture(files[0]))}
    />
  );

  return (
    <div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is an extra; the inputs inside serve keyboard and touch */}
      <div
        className={`flex flex-wrap items-center gap-2 rounded-tile border-2 border-dashed p-3 ${isOver ? 'border-coral bg-coral-soft' : 'border-line'}`}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(!isBusy);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          const dropped = event.dataTransfer.files[0];
          if (dropped && !isBusy) void take(readPicture(dropped));
        }}
      >
        <span className={buttonClassName}>
          <Icon name="upload" className="size-4.5" />
          画像を選ぶ
          {input(`${label}：画像を選ぶ`)}
        </span>
        <span className={`${buttonClassName} not-pointer-coarse:hidden`}>
          <Icon name="camera" className="size-4.5" />
          カメラで撮る
          {input(`${label}：カメラで撮る`, camera)}
        </span>
        {shown !== '' && (
          <button
            type="button"
            className={buttonClassName}
            disabled={isBusy}
            onClick={() => take(readShownPicture(shown))}
          >
            <Icon name="crop" className="size-4.5" />
            切り抜き直す
          </button>
        )}
        {children}
        <span className="text-sm text-ink-2 pointer-coarse:hidden">
          ここに画像をドロップしても選べます
        </span>
      </div>
      <p className="mt-1 text-sm text-ink-2">JPEG・PNG・WebP、10MB・2500万画素まで</p>
      {message && (
        <p role="alert" id={errorId} className="mt-1 text-sm font-bold text-error">
          {message}
        </p>
      )}
      {CropDialog && (
        <CropDialog
          isOpen={isOpen}
          source={source}
          kind={kind}
          isRound={isRound}
          onCut={(picture) => {
            setOpen(false);
            onPicked(picture);
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </div>
  );
}
