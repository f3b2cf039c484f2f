import { useId, useRef, useState } from 'react';
import ReactCrop from 'react-image-crop';
import 'react-image-crop/dist/ReactCrop.css';
import { imageRefusals } from '#kit/images/image.ts';
import { type ImageKind, imageKinds } from '#kit/images/shown-image.ts';
import { Button } from '#kit/ui/button.tsx';
import { Dialog } from '#kit/ui/dialog.tsx';
import { Notice } from '#kit/ui/notice.tsx';
import { type Area, largestArea, resized } from './crop-area.ts';
import { cutPicture } from './cut-picture.ts';
import { type PictureSource, sizeRefusal } from './read-picture.ts';

const labels = {
  cropArea: '切り抜く範囲（矢印キーで動かせます）',
  nwDragHandle: '左上の角（矢印キーで大きさを変えられます）',
  nDragHandle: '上の辺（矢印キーで大きさを変えられます）',
  neDragHandle: '右上の角（矢印キーで大きさを変えられます）',
  eDragHandle: '右の辺（矢印キーで大きさを変えられます）',
  seDragHandle: '右下の角（矢印キーで大きさを変えられます）',
  sDragHandle: '下の辺（矢印キーで大きさを変えられます）',
  swDragHandle: '左下の角（矢印キーで大きさを変えられます）',
  wDragHandle: '左の辺（矢印キーで大きさを変えられます）',
};
const smallestShare = 0.2;

export type CropDialogProps = {
  isOpen: boolean;
  source: PictureSource | undefined;
  kind: ImageKind;
  isRound: boolean;
  /** Receives the cropped file. */
  onCut: (picture: File) => void;
  onClose: () => void;
};

/** Crops a picture by mouse, touch and keyboard; loaded, with its library, only when opened. */
export function CropDialog({ isOpen, source, onClose, ...cutting }: CropDialogProps) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} shape="wide" title="画像の切り抜き">
      {source && <Cutting key={source.url} source={source} onClose={onClose} {...cutting} />}
    </Dialog>
  );
}

function Cutting({
  source,
  kind,
  isRound,
  onCut,
  onClose,
}: Omit<CropDialogProps, 'isOpen' | 'source'> & { source: PictureSource }) {
  const { aspect } = imageKinds[kind];
  const image = useRef<HTMLImageElement>(null);
  const sliderId = useId();
  const [largest, setLargest] = useState<Area>();
  const [area, setArea] = useState<Area>();
  const [message, setMessage] = useState<string>();
  const [isBusy, setBusy] = useState(false);

  function measure({ naturalWidth, naturalHeight }: HTMLImageElement) {
    const size = { width: naturalWidth, height: naturalHeight };
    const refusal = sizeRefusal(size);
    if (refusal) return setMessage(refusal);
    const largestCrop = largestArea(size, aspect);
    setLargest(largestCrop);
    setArea(largestCrop);
  }

  async function cut() {
    if (!image.current || !area) return;
    setBusy(true);
    try {
      onCut(await cutPicture(image.current, area, { kind, type: source.type }));
    } catch {
      setMessage(imageRefusals.broken);
    } finally {
      setBusy(false);
    }
  }

  return (
    <div className="grid gap-5">
      {message ? (
        <Notice kind="error" title={message} />
      ) : (
        <p className="text-sm text-ink-2">
          枠を動かし、角を引いて大きさを変えてください。
          <span className="pointer-coarse:hidden">
            キーボードでは、枠や角を選んで矢印キーで動かせます。
          </span>
        </p>
      )}
      {!message && (
        <div className="grid place-items-center rounded-tile bg-sand p-3">
          <ReactCrop
            crop={area && { unit: '%', ...area }}
            aspect={aspect}
            circularCrop={isRound}
            keepSelection
            minWidth={24}
            minHeight={24}
            ariaLabels={labels}
            className="max-h-[38dvh] narrow:max-h-[52dvh] [--rc-drag-handle-bg-colour:var(--color-coral)] [--rc-drag-handle-size:16px] [--rc-focus-color:var(--color-honey)]"
            onChange={(_pixels, { x, y, width, height }) => setArea({ x, y, width, height })}
          >
            <img
              ref={image}
              src={source.url}
              alt="切り抜く前の画像"
              onLoad={(event) => measure(event.currentTarget)}
              onError={() => setMessage(imageRefusals.broken)}
            />
          </ReactCrop>
        </div>
      )}
      {aspect !== undefined && area && largest && !message && (
        <div>
          <label htmlFor={sliderId} className="font-bold">
            切り抜く大きさ
          </label>
          <input
            id={sliderId}
            type="range"
            min={smallestShare * 100}
            max={100}
            value={Math.round((area.width / largest.width) * 100)}
            onChange={({ currentTarget }) =>
              setArea(resized(area, largest, Number(currentTarget.value) / 100))
            }
            className="block h-11 w-full accent-coral"
          />
        </div>
      )}
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="outline" onClick={onClose}>
          {message ? '閉じる' : 'やめる'}
        </Button>
        {!message && (
          <Button onClick={cut} disabled={!area} isBusy={isBusy}>
            {isBusy ? '切り抜いています' : 'この範囲で決める'}
          </Button>
        )}
      </div>
    </div>
  );
}
