import { useState } from 'react';
import type { AdminToday, ApplicationCounts } from '#giving/applications/admin-application.ts';
import { useQuery } from '#kit/client/use-query.ts';
import { ListScreen } from '#kit/lists/list-screen.tsx';
import { PageHead } from '#kit/lists/page-head.tsx';
import { Panel } from '#kit/lists/panel.tsx';
import { useList } from '#kit/lists/use-list.ts';
import { may } from '#kit/permissions/permissions.ts';
import { ButtonLink } from '#kit/ui/button.tsx';
import { useSession } from '#people/session/session.ts';
import { applicationLook, applicationSource } from './application-list.tsx';
import { SelectionBar } from './selection-bar.tsx';
import { type PlannedStep, StepDialog } from './step-dialog.tsx';
import { TodayTiles } from './today-tiles.tsx';

export const meta = () => [
  { title: '申し込み｜たすき運営' },
  { name: 'robots', content: 'noindex' },
];

export const handle = { layout: 'admin' };

/** The operator's home screen: pending work, the list of applications and the next step of each. */
export default function ApplicationsPage() {
  const today = useQuery<AdminToday>('/api/office/today');
  const counts = useQuery<ApplicationCounts>('/api/office/applications/counts');
  const { role } = useSession();
  const list = useList(applicationSource);
  const [planned, setPlanned] = useState<PlannedStep>();

  return (
    <>
      <PageHead title="申し込み">
        {may(role, 'kits.send') && (
          <ButtonLink to="/admin/kits" variant="outline" size="small">
            箱の発送
          </ButtonLink>
        )}
        {may(role, 'applications.enter') && (
          <ButtonLink to="/admin/applications/new" variant="outline" size="small">
            お電話のお申し込み
          </ButtonLink>
        )}
        <ButtonLink to="/admin/results" size="small">
          査定結果を取り込む
        </ButtonLink>
      </PageHead>
      <TodayTiles
        today={today.value}
        counts={counts.value}
        isFailed={(today.problem ?? counts.problem) !== undefined}
      />
      <Panel label="申し込みの一覧">
        <ListScreen
          list={list}
          look={applicationLook(setPlanned)}
          counts={counts.value && countsByFilter(counts.value, today.value)}
          bar={
            <SelectionBar
              applications={list.ticks.rows}
              onStep={setPlanned}
              onClear={list.ticks.clear}
            />
          }
        />
      </Panel>
      <StepDialog
        planned={planned}
        onClose={() => setPlanned(undefined)}
        onDone={() => {
          list.ticks.clear();
          list.reload();
          counts.reload();
          today.reload();
        }}
      />
    </>
  );
}

/** The count for each chip of the list. */
const countsByFilter = (counts: ApplicationCounts, today: AdminToday | undefined) => ({
  ...counts,
  ...(today && { '': today.todo, overdue: today.overdue, 'kit-due': today.kits }),
  all: Object.values(counts).reduce((sum, count) => sum + count, 0),
});
