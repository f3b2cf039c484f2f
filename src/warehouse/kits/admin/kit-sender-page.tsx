import { useQuery } from '#kit/client/use-query.ts';
import { BackLink } from '#kit/lists/back-link.tsx';
import { PageHead } from '#kit/lists/page-head.tsx';
import { Panel } from '#kit/lists/panel.tsx';
import { LoadFailure } from '#kit/ui/load-failure.tsx';
import { Skeleton } from '#kit/ui/skeleton.tsx';
import type { StoredKitSender } from '#warehouse/kits/kit-sender.ts';
import { SenderForm } from './sender-form.tsx';

export const meta = () => [
  { title: '発送元の設定｜たすき運営' },
  { name: 'robots', content: 'noindex' },
];

export const handle = { layout: 'admin' };

/** The sender of the kits, for the carriers' files. */
export default function KitSenderPage() {
  const query = useQuery<StoredKitSender>('/api/office/kits/sender');
  return (
    <>
      <BackLink list={{ path: '/admin/kits', label: '箱の発送' }} />
      <PageHead title="発送元の設定" />
      <Panel label="発送元の設定">
        {query.value ? (
          <SenderForm key={query.value.version} stored={query.value} onSaved={query.change} />
        ) : query.problem ? (
          <LoadFailure message={query.problem.message} onRetry={query.reload} />
        ) : (
          <Skeleton lines={10} label="発送元の設定を読み込んでいます" />
        )}
      </Panel>
    </>
  );
}
