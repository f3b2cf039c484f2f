import { useState } from 'react';
import {
  type AdminApplication,
  type AdminToday,
  type ApplicationCounts,
  adminStepLabels,
} from '#giving/applications/admin-application.ts';
import { maxStepApplications } from '#giving/applications/step-changes.ts';
import { addressOf } from '#kit/client/send.ts';
import { useQuery } from '#kit/client/use-query.ts';
import { SelectInput } from '#kit/forms/fields/select-input.tsx';
import { ListScreen } from '#kit/lists/list-screen.tsx';
import { PageHead } from '#kit/lists/page-head.tsx';
import { Panel } from '#kit/lists/panel.tsx';
import { useList } from '#kit/lists/use-list.ts';
import { may } from '#kit/permissions/permissions.ts';
import { Button, ButtonLink } from '#kit/ui/button.tsx';
import { formatYen } from '#kit/values/yen.ts';
import { useSession } from '#people/session/session.ts';
import { applicationLook, applicationSource } from './application-list.tsx';
import { type PlannedStep, StepDialog } from './step-dialog.tsx';
import { isEndingStep, stepsOf } from './steps.ts';

export const meta = () => [
  { title: '申し込み｜たすき運営' },
  { name: 'robots', content: 'noindex' },
];

export const handle = { layout: 'admin' };

/** The list of applications and the next step of each. */
export default function ApplicationsPage() {
  const today = useQuery<AdminToday>('/api/office/today');
  const counts = useQuery(addressOf('GET /api/office/applications/counts'));
  const { role } = useSession();
  const list = useList(applicationSource);
  const [planned, setPlanned] = useState<PlannedStep>();

  return (
    <>
      <PageHead title="申し込み">
        {may(role, 'applications.enter') && (
          <ButtonLink to="/admin/applications/new" variant="outline" size="small">
            お電話のお申し込み
          </ButtonLink>
        )}
      </PageHead>
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

/** Totals of the ticked applications: 5箱・12,300円. */
function sumsLabel(applications: readonly AdminApplication[]): string {
  const boxes = applications.reduce((sum, one) => sum + one.boxes, 0);
  const yen = applications.reduce((sum, one) => sum + (one.amountYen ?? 0), 0);
  return `${formatYen(boxes)}箱${yen > 0 ? `・${formatYen(yen)}円` : ''}`;
}

/** Takes one step for all ticked applications; sticks to the lower edge while any are ticked. */
function SelectionBar({
  applications,
  onStep,
  onClear,
}: {
  /** The ticked applications. */
  applications: readonly AdminApplication[];
  onStep: (planned: PlannedStep) => void;
  onClear: () => void;
}) {
  const [chosen, setChosen] = useState('');
  const steps = stepsOf(applications);
  // Never proposes an ending step: it must be chosen.
  const proposed = steps.find((one) => !isEndingStep(one.step));
  const step = (steps.find((one) => one.step === chosen) ?? proposed)?.step;
  const count = applications.length;
  if (count === 0) return null;
  return (
    <section
      aria-label="選んだ申し込み"
      className="sticky bottom-[calc(var(--bar,0px)+0.75rem)] z-20 mt-4 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-xl border-2 border-ink bg-paper px-4 py-2.5 shadow-float"
    >
      <p role="status" className="font-bold whitespace-nowrap">
        <span className="figures text-xl">{count}</span>件を選択中
        <span className="ml-2 text-sm font-normal text-ink-2">{sumsLabel(applications)}</span>
      </p>
      {count > maxStepApplications ? (
        <p className="text-sm text-error">
          {`一度に進められるのは${maxStepApplications}件までです。選択を減らしてください。`}
        </p>
      ) : steps.length > 0 ? (
        <div className="flex min-w-0 items-center gap-2.5 max-narrow:order-last max-narrow:w-full">
          <div className="min-w-0 grow narrow:w-64">
            <SelectInput
              aria-label="操作"
              choices={steps.map((one) => ({
                value: one.step,
                label: `${adminStepLabels[one.step]}${one.count < count ? `（${one.count}件）` : ''}`,
              }))}
              emptyLabel={proposed ? undefined : '操作を選ぶ'}
              value={step ?? ''}
              onChange={(event) => setChosen(event.currentTarget.value)}
            />
          </div>
          <Button
            size="small"
            className="shrink-0 whitespace-nowrap"
            disabled={!step}
            onClick={() => step && onStep({ step, targets: applications })}
          >
            進める
          </Button>
        </div>
      ) : (
        <p className="text-sm text-ink-2">まとめて進められる操作はありません。</p>
      )}
      <button
        type="button"
        className="ml-auto min-h-11 px-2 text-sm text-ink-2 underline underline-offset-4"
        onClick={onClear}
      >
        選択を解除
      </button>
    </section>
  );
}
