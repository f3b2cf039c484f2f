import { isNewLabel } from '#warehouse/intake/scan-queue.ts';
import { openLabelReader } from './label-reader.ts';

const betweenLooksMs = 120;
const flag = 'tasuki.intake.camera';

type Policy = { allowsFeature(feature: string): boolean };

/**
 * Whether this document may use the camera. After a client-side navigation from another address it may not: only this
 * address is served with the permission (docs/decisions/0021).
 */
function mayUseCamera(): boolean {
  const { featurePolicy } = document as { featurePolicy?: Policy };
  return featurePolicy?.allowsFeature('camera') ?? true;
}

/** Reloads this address to get its permission, then starts the camera. */
function reloadForCamera(): void {
  try {
    sessionStorage.setItem(flag, '1');
  } catch {
    // Storage is forbidden: the button must be pressed once more.
  }
  window.location.reload();
}

/** Whether the page was reloaded for the camera; clears the flag. */
export function takeCameraFlag(): boolean {
  try {
    const isSet = sessionStorage.getItem(flag) !== null;
    sessionStorage.removeItem(flag);
    return isSet;
  } catch {
    return false;
  }
}

/** Why the camera does not start, as a message. */
export function cameraProblem(error: unknown): string {
  const { name } = error as { name?: string };
  if (name === 'NotAllowedError') {
    return 'カメラの使用が許可されていません。ブラウザーの設定で、このサイトのカメラを許可してください。';
  }
  if (name === 'NotFoundError' || name === 'OverconstrainedError') {
    return 'カメラが見つかりません。ハンドスキャナーか、番号の入力をお使いください。';
  }
  return 'カメラを始められませんでした。ほかのアプリが使っていないかご確認のうえ、もう一度お試しください。';
}

/** Shows the camera in `video` and scans labels until `signal` aborts. Rejects if there is no camera. */
export async function readByCamera(
  video: HTMLVideoElement,
  onScan: (code: string) => void,
  signal: AbortSignal,
): Promise<void> {
  if (!mayUseCamera()) return reloadForCamera();
  if (!navigator.mediaDevices) throw new DOMException('no camera', 'NotFoundError');
  const stream = await navigator.mediaDevices.getUserMedia({
    video: { facingMode: 'environment', width: { ideal: 1_280 } },
  });
  const stop = () => {
    for (const track of stream.getTracks()) track.stop();
    video.srcObject = null;
  };
  if (signal.aborted) return stop();
  signal.addEventListener('abort', stop, { once: true });
  video.srcObject = stream;
  await video.play().catch(() => undefined);
  const read = await openLabelReader();
  const seen = new Map<string, number>();
  const look = async () => {
    if (signal.aborted) return;
    const code = video.videoWidth > 0 ? await read(video) : undefined;
    if (signal.aborted) return;
    if (code) {
      const atMs = performance.now();
      if (isNewLabel(seen, { code, atMs })) onScan(code);
      // A label kept in view counts as the same scan.
      seen.set(code, atMs);
    }
    setTimeout(look, betweenLooksMs);
  };
  await look();
}
