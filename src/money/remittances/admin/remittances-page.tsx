import { ListScreen } from '#kit/lists/list-screen.tsx';
import { PageHead } from '#kit/lists/page-head.tsx';
import { Panel } from '#kit/lists/panel.tsx';
import { useList } from '#kit/lists/use-list.ts';
import { may } from '#kit/permissions/permissions.ts';
import { ButtonLink } from '#kit/ui/button.tsx';
import { useSession } from '#people/session/session.ts';
import { NextRunPanel } from './next-run.tsx';
import { runLook, runSource } from './run/run-list.tsx';

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
