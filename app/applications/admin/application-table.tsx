import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import { CardLine, Rows } from '#app/admin/rows.tsx';
import { Button, ButtonLink } from '#app/ui/button.tsx';
import type { Column } from '#app/ui/table.tsx';
import { type AdminApplication, adminStepLabels } from '#domain/applications/admin-application.ts';
import { StateChip } from './state-chip.tsx';
import type { PlannedStep } from './step-dialog.tsx';
import { elapsedLabel, nextStepOf } from './steps.ts';

/** The operator's list: a tick box, the facts of each application, and its next step. */
export function ApplicationTable({
  applications,
  selected,
  onSelect,
  onStep,
}: {
  applications: readonly AdminApplication[];
  selected: ReadonlySet<string>;
  onSelect: (appraisalId: string, isSelected: boolean) => void;
  onStep: (planned: PlannedStep) => void;
}) {
  const { pathname, search, state } = useLocation();
  const here = { path: pathname + search, state };
  const cells: Record<'tick' | 'number' | 'next', (application: AdminApplication) => ReactNode> = {
    tick: ({ appraisalId, name }) => (
      <label className="-m-2.5 grid size-11 cursor-pointer place-items-center">
        <span className="sr-only">
          {appraisalId} {name}を選ぶ
        </span>
        <input
          type="checkbox"
          className="size-5 cursor-pointer accent-coral"
          checked={selected.has(appraisalId)}
          onChange={(event) => onSelect(appraisalId, event.currentTarget.checked)}
        />
      </label>
    ),
    number: ({ appraisalId }) => (
      <Link
        to={`/admin/applications/${appraisalId}`}
        state={{ from: here }}
        className="font-bold whitespace-nowrap tabular-nums no-underline hover:text-coral-dark hover:underline max-narrow:inline-flex max-narrow:min-h-11 max-narrow:items-center"
      >
        {appraisalId}
      </Link>
    ),
    next: (application) => <NextStep application={application} onStep={onStep} />,
  };
  const columns: Column<AdminApplication>[] = [
    { label: '選ぶ', isLabelHidden: true, cell: cells.tick },
    { label: '申込番号', isRowHeader: true, cell: cells.number },
    { label: 'お名前', cell: ({ name }) => name },
    {
      label: '寄付先',
      cell: ({ targetName }) => <span className="line-clamp-2">{targetName}</span>,
    },
    { label: 'いま', cell: (application) => <StateChip {...application} /> },
    { label: '箱', cell: ({ boxes }) => <span className="whitespace-nowrap">{boxes}箱</span> },
    {
      label: '経過',
      cell: (application) => <span className="whitespace-nowrap">{elapsedLabel(application)}</span>,
    },
    { label: '次の操作', cell: cells.next },
  ];
  return (
    <Rows
      caption="申し込みの一覧"
      columns={columns}
      rows={applications}
      rowKey={({ appraisalId }) => appraisalId}
      card={(application) => (
        <div className="grid grid-cols-[2rem_1fr] gap-x-1 pl-2">
          <div className="pt-3">{cells.tick(application)}</div>
          <div className="min-w-0">
            <CardLine>
              {cells.number(application)}
              <StateChip {...application} />
            </CardLine>
            <p>{application.name}</p>
            <p className="line-clamp-2 text-sm text-ink-2">{application.targetName}</p>
            <CardLine>
              <span className="text-sm text-ink-2">
                {application.boxes}箱
                {elapsedLabel(application) !== '—' && `・${elapsedLabel(application)}`}
              </span>
              {cells.next(application)}
            </CardLine>
          </div>
        </div>
      )}
    />
  );
}

const compact = 'desktop:min-h-9 desktop:px-4 whitespace-nowrap';

function NextStep({
  application,
  onStep,
}: {
  application: AdminApplication;
  onStep: (planned: PlannedStep) => void;
}) {
  const { appraisalId, state } = application;
  const step = nextStepOf(application);
  if (step) {
    return (
      <Button
        variant="outline"
        size="small"
        className={compact}
        aria-label={`${appraisalId}：${adminStepLabels[step]}`}
        onClick={() => onStep({ step, targets: [application] })}
      >
        {adminStepLabels[step]}
      </Button>
    );
  }
  if (state === 'goods-received') {
    return (
      <ButtonLink to="/admin/results" variant="quiet" size="small" className={compact}>
        査定結果へ
      </ButtonLink>
    );
  }
  if (state === 'appraised') {
    return (
      <ButtonLink
        to={`/admin/applications/${appraisalId}`}
        variant="quiet"
        size="small"
        className={compact}
      >
        本人確認へ
      </ButtonLink>
    );
  }
  return <span className="text-ink-2 max-narrow:hidden">—</span>;
}
