import { ListScreen } from '#app/admin/list-screen.tsx';
import { PageHead } from '#app/admin/page-head.tsx';
import { Panel } from '#app/admin/panel.tsx';
import { useList } from '#app/admin/use-list.ts';
import { runLook, runSource } from '#app/remittances/admin/run/run-list.tsx';
import { useSession } from '#app/session/session.ts';
import { ButtonLink } from '#app/ui/button.tsx';
import { may } from '#domain/auth/permissions.ts';
import { NextRunPanel } from './next-run.tsx';

export const meta = () => [{ title: '送金｜たすき運営' }, { name: 'robots', content: 'noindex' }];

export const handle = { layout: 'admin' };

/** What is to be paid next, and the runs that there were. */
export default function RemittancesPage() {
  const list = useList(runSource);
  const { role } = useSession();
  return (
    <>
      <PageHead title="送金">
        <ButtonLink to="/admin/remittances/transfers" variant="outline" size="small">
          すべての送金
        </ButtonLink>
        <ButtonLink to="/admin/remittances/bank-answers" variant="outline" size="small">
          銀行の明細
        </ButtonLink>
        <ButtonLink to="/admin/remittances/settings" variant="outline" size="small">
          振込の設定
        </ButtonLink>
      </PageHead>
      <div className="grid gap-4">
        <NextRunPanel mayManage={may(role, 'remittances.manage')} />
        <Panel title="これまでの送金">
          <ListScreen list={list} look={runLook} />
        </Panel>
      </div>
    </>
  );
}
