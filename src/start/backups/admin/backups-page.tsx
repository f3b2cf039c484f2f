import { addressOf, send } from '#kit/client/send.ts';
import { useQuery } from '#kit/client/use-query.ts';
import { PageHead } from '#kit/lists/page-head.tsx';
import { Panel } from '#kit/lists/panel.tsx';
import { EmptyState } from '#kit/ui/empty-state.tsx';
import { Fact } from '#kit/ui/facts.tsx';
import { LoadFailure } from '#kit/ui/load-failure.tsx';
import { Notice } from '#kit/ui/notice.tsx';
import { Skeleton } from '#kit/ui/skeleton.tsx';
import { formatDateTime } from '#kit/values/timestamp.ts';
import type { BackupState } from '#start/backups/restore.ts';
import { HeldMails } from './held-mails.tsx';
import { RestoreRecord } from './restore-record.tsx';

export const meta = () => [
  { title: 'バックアップ｜たすき運営' },
  { name: 'robots', content: 'noindex' },
];

export const handle = { layout: 'admin' };

/** The last backup and trial restore, and what each restored backup leaves to do. */
export default function BackupsPage() {
  const { value, problem, reload } = useQuery(addressOf('GET /api/office/backups'));
  const isOpen = value?.restores.some(({ lookedAt }) => lookedAt === null) ?? false;
  return (
    <>
      <PageHead title="バックアップ" />
      {problem && !value ? (
        <LoadFailure message={problem.message} onRetry={reload} />
      ) : !value ? (
        <Panel label="バックアップの状況">
          <Skeleton lines={8} />
        </Panel>
      ) : (
        <div className="grid gap-4">
          {value.restores.map((restore) => (
            <RestoreRecord
              key={restore.generation}
              restore={restore}
              heldMails={isOpen && restore === value.restores[0] ? <HeldMails /> : undefined}
              onBankChecked={() =>
                send('POST /api/office/restores/:generation/bank-checked', {
                  params: { generation: restore.generation },
                })
              }
              onLooked={() =>
                send('POST /api/office/restores/:generation/looked', {
                  params: { generation: restore.generation },
                })
              }
              onChanged={reload}
            />
          ))}
          <LastBackup state={value} />
        </div>
      )}
    </>
  );
}

function LastBackup({ state }: { state: BackupState }) {
  const { lastEndedAt, lastError, destination, provenAt, failed } = state;
  return (
    <Panel title="バックアップの状況">
      {lastEndedAt === null ? (
        <EmptyState title="バックアップはまだありません">
          毎晩のバックアップが作られると、ここに日時が表示されます。
        </EmptyState>
      ) : (
        <div className="grid gap-4">
          {lastError !== null && (
            <Notice kind="error" title="最後のバックアップに失敗しました">
              <p>サーバーの管理者に、次の内容をお伝えください。</p>
              <p className="break-all">{lastError}</p>
            </Notice>
          )}
          {failed !== '' && (
            <Notice kind="error" title="最後のバックアップから、試しに戻すことができませんでした">
              <p>サーバーの管理者に、次の内容をお伝えください。</p>
              <p className="break-all whitespace-pre-line">{failed}</p>
            </Notice>
          )}
          <dl>
            <Fact look="line" label="最後のバックアップ">
              {formatDateTime(lastEndedAt)}
            </Fact>
            <Fact look="line" label="保存先">
              <span className="break-all">{destination}</span>
            </Fact>
            <Fact look="line" label="試しに戻せた日時">
              {provenAt === null ? 'まだありません' : formatDateTime(provenAt)}
            </Fact>
          </dl>
        </div>
      )}
    </Panel>
  );
}
