import { isNewLabel } from '#warehouse/intake/scan-queue.ts';

/** Finds the code on a label in a camera's picture; undefined if there is none. */
type LabelReader = (video: HTMLVideoElement) => Promise<string | undefined>;

type Detector = { detect(source: HTMLVideoElement): Promise<{ rawValue: string }[]> };
type DetectorClass = {
  new (options: { formats: string[] }): Detector;
  getSupportedFormats(): Promise<string[]>;
};

/** Wide enough to read a label at arm's length, small enough to scan many frames per second. */
const widest = 800;

/** The browser's own detector if it supports QR codes; otherwise ours, loaded on demand. */
async function openLabelReader(): Promise<LabelReader> {
  const { BarcodeDetector } = window as { BarcodeDetector?: DetectorClass };
  const formats = (await BarcodeDetector?.getSupportedFormats().catch(() => [])) ?? [];
  if (BarcodeDetector && formats.includes('qr_code')) {
    const detector = new BarcodeDetector({ formats: ['qr_code'] });
    return async (video) => (await detector.detect(video).catch(() => []))[0]?.rawValue;
  }
  const { default: read } = await import('jsqr');
  const canvas = document.createElement('canvas');
  const drawing = canvas.getContext('2d', { willReadFrequently: true });
  return async (video) => {
    const scale = Math.min(1, widest / video.videoWidth);
    canvas.width = Math.round(video.videoWidth * scale);
    canvas.height = Math.round(video.videoHeight * scale);
    if (!drawing || canvas.width === 0 || canvas.height === 0) return undefined;
    drawing.drawImage(video, 0, 0, canvas.width, canvas.height);
    const { data, width, height } = drawing.getImageData(0, 0, canvas.width, canvas.height);
    return read(data, width, height, { inversionAttempts: 'dontInvert' })?.data || undefined;
  };
}

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
