import { addressOf } from '#kit/client/send.ts';
import { useQuery } from '#kit/client/use-query.ts';
import { BackLink } from '#kit/lists/back-link.tsx';
import { PageHead } from '#kit/lists/page-head.tsx';
import { Panel } from '#kit/lists/panel.tsx';
import { may } from '#kit/permissions/permissions.ts';
import { LoadFailure } from '#kit/ui/load-failure.tsx';
import { Skeleton } from '#kit/ui/skeleton.tsx';
import { useSession } from '#people/session/session.ts';
import { SettingsForm } from './settings-form.tsx';

export const meta = () => [
  { title: '振込の設定｜たすき運営' },
  { name: 'robots', content: 'noindex' },
];

export const handle = { layout: 'admin' };

/** How files for the bank are written. */
export default function TransferSettingsPage() {
  const { value, problem, reload, change } = useQuery(addressOf('GET /api/office/money-settings'));
  const { role } = useSession();
  return (
    <>
      <BackLink list={{ path: '/admin/remittances', label: '送金の一覧' }} />
      <PageHead title="振込の設定" />
      <p className="mb-5 max-w-narrow text-sm text-ink-2">
        銀行に渡す総合振込のファイルの書き方です。ファイルを作成したあとで変えたときは、ファイルを作り直してください。
      </p>
      <Panel label="振込の設定">
        {value ? (
          <SettingsForm
            key={value.version}
            stored={value}
            mayChange={may(role, 'remittances.manage')}
            onSaved={change}
          />
        ) : problem ? (
          <LoadFailure message={problem.message} onRetry={reload} />
        ) : (
          <Skeleton lines={8} label="振込の設定を読み込んでいます" />
        )}
      </Panel>
    </>
  );
}
