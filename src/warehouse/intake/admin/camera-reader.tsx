import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { Button } from '#kit/ui/button.tsx';
import { Notice } from '#kit/ui/notice.tsx';
import { Icon } from '#kit/ui/pictures/icon.tsx';
import { cameraProblem, readByCamera, takeCameraFlag } from './camera.ts';

/** Scans labels with the device's camera, once started. */
export function CameraReader({ onScan }: { onScan: (code: string) => void }) {
  const video = useRef<HTMLVideoElement>(null);
  const [isOn, setOn] = useState(false);
  const [problem, setProblem] = useState<string>();
  const scanned = useEffectEvent(onScan);
  useEffect(() => {
    if (takeCameraFlag()) setOn(true);
  }, []);
  useEffect(() => {
    if (!isOn || !video.current) return;
    const ending = new AbortController();
    readByCamera(video.current, (code) => scanned(code), ending.signal).catch((error) => {
      if (ending.signal.aborted) return;
      setProblem(cameraProblem(error));
      setOn(false);
    });
    return () => ending.abort();
  }, [isOn]);
  return (
    <div className="grid gap-3">
      <div>
        <Button
          variant="outline"
          aria-pressed={isOn}
          onClick={() => {
            setProblem(undefined);
            setOn(!isOn);
          }}
        >
          <Icon name="camera" className="size-5" />
          {isOn ? 'カメラを止める' : 'カメラで読む'}
        </Button>
      </div>
      {problem && <Notice kind="error" title={problem} />}
      {isOn && (
        <div>
          <video
            ref={video}
            playsInline
            muted
            aria-label="カメラの映像"
            className="aspect-video w-full max-w-xl rounded-tile bg-ink object-cover"
          />
          <p className="mt-1 text-sm text-ink-2">
            ラベルのQRコードを映すと、自動で読み取ります。続けて次の箱を映してください。
          </p>
        </div>
      )}
    </div>
  );
}
