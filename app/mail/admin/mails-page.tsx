import { ListScreen } from '#app/admin/list-screen.tsx';
import { PageHead } from '#app/admin/page-head.tsx';
import { Panel } from '#app/admin/panel.tsx';
import { useList } from '#app/admin/use-list.ts';
import { useQuery } from '#app/session/use-query.ts';
import { LoadFailure } from '#app/ui/load-failure.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import type { AdminToday } from '#domain/applications/admin-application.ts';
import { MailDetails } from './mail-details.tsx';
import { mailLook, mailSource } from './mail-list.tsx';

export const meta = () => [{ title: 'メール｜たすき運営' }, { name: 'robots', content: 'noindex' }];

export const handle = { layout: 'admin' };

/** The mails that were written, to be read here as long as no mail server sends them. */
export default function MailsPage() {
  const { value: today, problem, reload } = useQuery<AdminToday>('/api/office/today');
  return (
    <>
      <PageHead title="メール" />
      {today?.canReadMails === false && (
        <div className="mb-4">
          <Notice title="メールサーバーから送信しています">
            <p>メールの内容は、ここでは読めません。送信できなかったメールだけを表示しています。</p>
          </Notice>
        </div>
      )}
      <Panel label="メールの一覧">
        {problem ? (
          <LoadFailure message={problem.message} onRetry={reload} />
        ) : today ? (
          <Mails canRead={today.canReadMails} />
        ) : (
          <Skeleton lines={10} label="メールを読み込んでいます" />
        )}
      </Panel>
    </>
  );
}

function Mails({ canRead }: { canRead: boolean }) {
  const list = useList(mailSource(canRead));
  return (
    <ListScreen
      list={list}
      look={mailLook(canRead, list.reload)}
      details={{
        title: 'メールの内容',
        of: (id) => canRead && <MailDetails key={id} id={id} onRetried={list.reload} />,
      }}
    />
  );
}
