import { addressOf } from '#kit/client/send.ts';
import { useQuery } from '#kit/client/use-query.ts';
import { ListScreen } from '#kit/lists/list-screen.tsx';
import { PageHead } from '#kit/lists/page-head.tsx';
import { Panel } from '#kit/lists/panel.tsx';
import { useList } from '#kit/lists/use-list.ts';
import { may } from '#kit/permissions/permissions.ts';
import { useSession } from '#people/session/session.ts';
import { batchLook, batchSource } from './batch-list.tsx';
import { ResultUpload } from './result-upload.tsx';
import { WaitingBatches } from './waiting-batches.tsx';

export const meta = () => [
  { title: '査定結果｜たすき運営' },
  { name: 'robots', content: 'noindex' },
];

export const handle = { layout: 'admin' };

/** The upload of results, for those who may, and earlier uploads below. */
export default function ResultsPage() {
  const list = useList(batchSource);
  const { role } = useSession();
  const waiting = useQuery(
    addressOf('GET /api/office/results/batches', { query: { state: 'waiting' } }),
  );
  const batches = waiting.value ?? [];
  return (
    <>
      <PageHead title="査定結果" />
      <div className="grid gap-4">
        {batches.length > 0 && <WaitingBatches batches={batches} />}
        {may(role, 'results.import') && (
          <ResultUpload
            waiting={batches}
            onImported={() => {
              list.reload();
              waiting.reload();
            }}
          />
        )}
        <Panel title="これまでの取り込み">
          <ListScreen list={list} look={batchLook} />
        </Panel>
      </div>
    </>
  );
}
