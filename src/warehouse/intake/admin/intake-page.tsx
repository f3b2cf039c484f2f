import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { AdminApplication } from '#giving/applications/admin-application.ts';
import { applicationStateFacts } from '#giving/applications/application-state.ts';
import { api } from '#kit/client/api.ts';
import { useQuery } from '#kit/client/use-query.ts';
import { KeywordBox } from '#kit/lists/keyword/keyword-box.tsx';
import { PageHead } from '#kit/lists/page-head.tsx';
import { Panel } from '#kit/lists/panel.tsx';
import { Button, ButtonLink } from '#kit/ui/button.tsx';
import { Dialog } from '#kit/ui/dialog.tsx';
import { Notice } from '#kit/ui/notice.tsx';
import { Icon } from '#kit/ui/pictures/icon.tsx';
import { formatPhone } from '#kit/values/phone.ts';
import { formatDate } from '#kit/values/timestamp.ts';
import { useSession } from '#people/session/session.ts';
import { maxCodeLength } from '#warehouse/intake/scan.ts';
import { codeFieldName, useScanner } from '#warehouse/intake/use-scanner.ts';
import { cameraProblem, readByCamera, takeCameraFlag } from './camera.ts';
import { LatestScan } from './latest-scan.tsx';
import { NewException } from './new-exception.tsx';
import { RecentScans } from './recent-scans.tsx';
import { type Scanning, useScanQueue } from './use-scan-queue.ts';

export const meta = () => [
  { title: '到着の受付｜たすき運営' },
  { name: 'robots', content: 'noindex' },
];

export const handle = { layout: 'admin' };

/** Boxes at the door: scanned one after the other, without touching the screen in between. */
export default function IntakePage() {
  const { uid } = useSession();
  return <Intake key={uid} uid={uid} />;
}

function Intake({ uid }: { uid: string }) {
  const scanning = useScanQueue(uid);
  useScanner(scanning.scan);
  const [isNew, setNew] = useState(false);
  const [latest, ...earlier] = scanning.queue.answered;
  return (
    <>
      <PageHead title="到着の受付">
        <ButtonLink to="/admin/intake/scans" variant="outline" size="small">
          受付の記録
        </ButtonLink>
        <Button variant="outline" size="small" onClick={() => setNew(true)}>
          保留の棚に置く
        </Button>
      </PageHead>
      <div className="grid gap-4 desktop:grid-cols-[1fr_24rem]">
        <div className="grid min-w-0 content-start gap-4">
          <Panel label="読み取り">
            <div className="grid gap-4">
              <CodeField onScan={scanning.scan} />
              <p className="text-sm text-ink-2">
                ハンドスキャナーは、この画面を開いておけば、そのまま読み取れます。
              </p>
              <CameraReader onScan={scanning.scan} />
            </div>
          </Panel>
          <Waiting {...scanning} />
          {latest && (
            <LatestScan scan={latest} onChanged={scanning.change} onScan={scanning.scan} />
          )}
        </div>
        <div className="grid min-w-0 content-start gap-4">
          <Panel title="番号がない箱">
            <FindBox onScan={scanning.scan} />
          </Panel>
          <RecentScans scans={earlier} onChanged={scanning.change} />
        </div>
      </div>
      <Dialog isOpen={isNew} title="保留の棚に置く" shape="wide" onClose={() => setNew(false)}>
        <NewException onDone={() => setNew(false)} />
      </Dialog>
    </>
  );
}

/** Scans that are not confirmed yet. */
function Waiting({ queue, problem, isStored }: Scanning) {
  const count = queue.waiting.length;
  if (count === 0) return null;
  return (
    <Notice kind={isStored ? 'sample' : 'error'} title={`送信待ち ${count}件`}>
      {problem && <p>{problem}</p>}
      {!isStored && (
        <p>この端末には保存できません。送信が終わるまで、この画面を閉じないでください。</p>
      )}
      <ul className="mt-1 text-sm tabular-nums">
        {queue.waiting.slice(-5).map(({ id, code }) => (
          <li key={id} className="wrap-anywhere">
            {code}
          </li>
        ))}
      </ul>
    </Notice>
  );
}

/** For numbers typed by hand; takes the focus at once on devices with a mouse. */
function CodeField({ onScan }: { onScan: (code: string) => void }) {
  const input = useRef<HTMLInputElement>(null);
  const [code, setCode] = useState('');
  useEffect(() => {
    // On a phone the keyboard would cover half of the screen.
    if (matchMedia('(pointer: fine)').matches) input.current?.focus();
  }, []);
  return (
    <form
      className="flex flex-wrap items-end gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        onScan(code);
        setCode('');
        input.current?.focus();
      }}
    >
      <label className="min-w-0 grow basis-60">
        <span className="font-bold">箱の番号</span>
        <input
          ref={input}
          name={codeFieldName}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={maxCodeLength}
          placeholder="TS-XXXX-XXXX-1"
          className="control mt-1 tabular-nums"
          value={code}
          onChange={(event) => setCode(event.currentTarget.value)}
        />
      </label>
      <Button type="submit" disabled={code.trim() === ''}>
        受け付ける
      </Button>
    </form>
  );
}

/** Scans labels with the device's camera, once started. */
function CameraReader({ onScan }: { onScan: (code: string) => void }) {
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

const shownFound = 8;

/** Finds the application of a box without a number by its sender. */
function FindBox({ onScan }: { onScan: (code: string) => void }) {
  const [keyword, setKeyword] = useState('');
  const found = useQuery<AdminApplication[]>(
    keyword.trim() === '' ? undefined : `boxes by ${keyword}`,
    (signal) => api('/api/office/applications/search', { body: { keyword }, signal }),
  );
  const shown = found.value?.slice(0, shownFound);
  return (
    <div className="grid gap-2">
      <KeywordBox label="名前・かな・電話・住所で探す" keyword={keyword} onSearch={setKeyword} />
      {found.problem && <p role="alert">{found.problem.message}</p>}
      {shown?.length === 0 && (
        <p role="status" className="text-sm text-ink-2">
          当てはまるお申し込みがありません。保留の棚に置いてください。
        </p>
      )}
      <ul className="divide-y divide-dashed divide-line">
        {shown?.map((one) => (
          <li
            key={one.appraisalId}
            className="flex flex-wrap items-center justify-between gap-2 py-2"
          >
            <span className="min-w-0">
              <b className="wrap-anywhere">{one.name}</b>
              <span className="ml-2 text-sm text-ink-2">
                {applicationStateFacts[one.state].admin}
              </span>
              <span className="block text-sm text-ink-2 tabular-nums">
                {`${one.appraisalId}　${one.boxes}箱　${formatDate(one.createdAt)}　${formatPhone(one.tel)}`}
              </span>
            </span>
            <Button
              variant="outline"
              size="small"
              onClick={() => {
                onScan(one.appraisalId);
                setKeyword('');
              }}
            >
              この箱を受け付ける<span className="sr-only">：{one.appraisalId}</span>
            </Button>
          </li>
        ))}
      </ul>
      {found.value && found.value.length > shownFound && (
        <p role="status" className="text-sm text-ink-2">
          {`新しい${shownFound}件だけを表示しています。電話番号や住所を足すと、絞り込めます。`}
        </p>
      )}
    </div>
  );
}
