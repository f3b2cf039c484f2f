import { useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { LoadProblem } from '#app/admin/load-problem.tsx';
import { PageHead } from '#app/admin/page-head.tsx';
import { Panel } from '#app/admin/panel.tsx';
import { useQuery } from '#app/admin/use-query.ts';
import { Button, ButtonLink } from '#app/ui/button.tsx';
import type {
  AdminApplication,
  AdminToday,
  ApplicationCounts,
} from '#domain/applications/admin-application.ts';
import { ApplicationList } from './application-list.tsx';
import { FilterChips } from './filter-chips.tsx';
import { KeywordBox } from './keyword-box.tsx';
import { KitDialog } from './kit-dialog.tsx';
import { pathOf, questionOf, readQuery, stateOf } from './selection.ts';
import { type PlannedStep, StepDialog } from './step-dialog.tsx';
import { TodayTiles } from './today-tiles.tsx';

export const meta = () => [
  { title: '申し込み｜たすき運営' },
  { name: 'robots', content: 'noindex' },
];

export const handle = { layout: 'admin' };

/** The operator's first room: what awaits, the list of applications and the next step of each. */
export default function ApplicationsPage() {
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const query = readQuery(search, useLocation().state);
  const today = useQuery<AdminToday>('/api/office/today');
  const counts = useQuery<ApplicationCounts>('/api/office/applications/counts');
  const list = useQuery<AdminApplication[]>(questionOf(query));
  const [isKitDialogOpen, setKitDialogOpen] = useState(false);
  const [stepsTaken, setStepsTaken] = useState(0);
  const [planned, setPlanned] = useState<PlannedStep>();

  return (
    <>
      <PageHead title="申し込み">
        <Button variant="outline" size="small" onClick={() => setKitDialogOpen(true)}>
          送り状CSV
        </Button>
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
        <div className="grid gap-2 narrow:flex narrow:flex-wrap narrow:items-center">
          <FilterChips query={query} counts={counts.value} kits={today.value?.kits} />
          <KeywordBox
            keyword={query.keyword}
            onSearch={(keyword) =>
              navigate(pathOf({ ...query, page: 1 }), {
                state: stateOf({ keyword }),
                // One entry of the history for a word, not one for each letter.
                replace: query.keyword !== '' && keyword !== '',
                preventScrollReset: true,
                defaultShouldRevalidate: false,
              })
            }
          />
        </div>
        {list.problem ? (
          <div className="mt-4">
            <LoadProblem problem={list.problem} onRetry={list.reload} />
          </div>
        ) : (
          <ApplicationList
            // Another list, or one that a step has changed, begins without ticks.
            key={`${questionOf(query)} ${stepsTaken}`}
            query={query}
            answer={list}
            onStep={setPlanned}
          />
        )}
      </Panel>
      <StepDialog
        planned={planned}
        onClose={() => setPlanned(undefined)}
        onDone={() => {
          setStepsTaken(stepsTaken + 1);
          list.reload();
          counts.reload();
          today.reload();
        }}
      />
      <KitDialog isOpen={isKitDialogOpen} onClose={() => setKitDialogOpen(false)} />
    </>
  );
}
