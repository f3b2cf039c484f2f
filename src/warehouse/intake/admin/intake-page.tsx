import { useState } from 'react';
import { PageHead } from '#kit/lists/page-head.tsx';
import { Panel } from '#kit/lists/panel.tsx';
import { Button, ButtonLink } from '#kit/ui/button.tsx';
import { Dialog } from '#kit/ui/dialog.tsx';
import { Notice } from '#kit/ui/notice.tsx';
import { useSession } from '#people/session/session.ts';
import { useScanner } from '#warehouse/intake/use-scanner.ts';
import { CameraReader } from './camera-reader.tsx';
import { CodeField } from './code-field.tsx';
import { FindBox } from './find-box.tsx';
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
