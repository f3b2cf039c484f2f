import {
  type AdminApplication,
  adminApplicationsPageSize,
  adminStepLabels,
} from '#giving/applications/admin-application.ts';
import {
  applicationStateFacts,
  applicationStates,
  onHoldAdminLabel,
  type ApplicationState as State,
} from '#giving/applications/application-state.ts';
import { addressOf } from '#kit/client/send.ts';
import { columnsParameter, type OptionalColumn } from '#kit/lists/column-choice.tsx';
import type { Filters } from '#kit/lists/list-place.ts';
import type { ListDisplay } from '#kit/lists/list-screen.tsx';
import { RowLink, type RowLinks } from '#kit/lists/row-link.tsx';
import { CardLine } from '#kit/lists/rows.tsx';
import type { ListConfig } from '#kit/lists/use-list.ts';
import { may } from '#kit/permissions/permissions.ts';
import { Button, ButtonLink } from '#kit/ui/button.tsx';
import { formatPhone } from '#kit/values/phone.ts';
import { formatDate } from '#kit/values/timestamp.ts';
import { formatYen } from '#kit/values/yen.ts';
import { useSession } from '#people/session/session.ts';
import { StateChip } from './state-chip.tsx';
import type { PlannedStep } from './step-dialog.tsx';
import { elapsedLabel, nextStepOf } from './steps.ts';

/** The filters of the list: everything to do now, all, overdue, kits that leave today, or one state. */
type ApplicationFilter = '' | 'all' | 'kit-due' | 'overdue' | State;
const filters: readonly ApplicationFilter[] = [
  '',
  'overdue',
  'kit-due',
  ...applicationStates,
  'all',
];

const filterLabel = (filter: ApplicationFilter): string => {
  if (filter === '') return 'いますること';
  if (filter === 'all') return 'すべて';
  if (filter === 'overdue') return 'お約束を過ぎた';
  if (filter === 'kit-due') return '今日発送';
  // Only applications on hold remain in `appraised` (docs/product.md, Identity check).
  return filter === 'appraised' ? onHoldAdminLabel : applicationStateFacts[filter].admin;
};

const dues: Partial<Record<string, Filters>> = {
  '': { due: 'todo' },
  all: {},
  'kit-due': { due: 'kit' },
  overdue: { due: 'overdue' },
};

export const applicationSource: ListConfig<AdminApplication> = {
  path: '/admin/applications',
  parameters: { filter: filters, columns: columnsParameter },
  everything: { filter: 'all' },
  hasOrders: true,
  api: addressOf('GET /api/office/applications'),
  toApi: ({ filter = '' }) => dues[filter] ?? { state: filter },
  rowKey: ({ appraisalId }) => appraisalId,
};

const NumberLink = ({ id, links }: { id: string; links: RowLinks }) => (
  <RowLink {...links.page(`/admin/applications/${id}`)} className="whitespace-nowrap tabular-nums">
    {id}
  </RowLink>
);

const day = (text: string) =>
  text === '' ? '—' : <span className="whitespace-nowrap">{formatDate(text)}</span>;

/** Optional columns for occasional work. */
const moreColumns: readonly OptionalColumn<AdminApplication>[] = [
  { key: 'wished', label: 'お届け希望日', cell: ({ deliveryDate }) => day(deliveryDate) },
  {
    key: 'tel',
    label: '電話番号',
    cell: ({ tel }) => <span className="whitespace-nowrap">{formatPhone(tel)}</span>,
  },
  {
    key: 'amount',
    label: '金額',
    isNumber: true,
    cell: ({ amountYen }) => (amountYen === null ? '—' : `${formatYen(amountYen)}円`),
  },
  { key: 'kit', label: 'キットの発送日', cell: ({ kitSentOn }) => day(kitSentOn) },
  {
    key: 'promised',
    label: 'お約束の日',
    cell: ({ promisedOn, isOverdue }) => (
      <span className={isOverdue ? 'font-bold text-error' : ''}>{day(promisedOn)}</span>
    ),
  },
  { key: 'guest', label: '会員', cell: ({ isGuest }) => (isGuest ? 'ゲスト' : '会員') },
  { key: 'kana', label: 'ふりがな', cell: ({ nameKana }) => nameKana },
];

/** The columns of the list: the facts of each application, and its next step. */
export const applicationLook = (
  onStep: (planned: PlannedStep) => void,
): ListDisplay<AdminApplication> => ({
  title: '申し込み',
  pageSize: adminApplicationsPageSize,
  search: '番号・名前・連絡先・団体',
  views: 'applications',
  csv: addressOf('GET /api/office/applications.csv'),
  moreColumns,
  chips: {
    parameter: 'filter',
    choices: filters.map((filter) => [filter, filterLabel(filter)] as const),
  },
  tickLabel: ({ appraisalId, name }) => `${appraisalId} ${name}を選ぶ`,
  columns: (links) => [
    {
      label: '申込番号',
      isRowHeader: true,
      cell: ({ appraisalId }) => <NumberLink id={appraisalId} links={links} />,
    },
    {
      label: 'お名前',
      cell: ({ name }) => <span className="wrap-anywhere break-keep">{name}</span>,
    },
    {
      label: '寄付先',
      cell: ({ targetName }) => <span className="line-clamp-2 desktop:min-w-32">{targetName}</span>,
    },
    { label: 'いま', cell: (application) => <StateChip {...application} /> },
    { label: '箱', cell: ({ boxes }) => <span className="whitespace-nowrap">{boxes}箱</span> },
    {
      label: '経過',
      cell: (application) => (
        <span
          className={`whitespace-nowrap ${application.isOverdue ? 'font-bold text-error' : ''}`}
        >
          {elapsedLabel(application)}
          {application.isOverdue && <span className="sr-only">（お約束を過ぎています）</span>}
        </span>
      ),
    },
    {
      label: '次の操作',
      cell: (application) => <NextStep application={application} onStep={onStep} />,
    },
  ],
  card: (application, links) => (
    <>
      <CardLine>
        <NumberLink id={application.appraisalId} links={links} />
        <StateChip {...application} />
      </CardLine>
      <p>{application.name}</p>
      <p className="line-clamp-2 text-sm text-ink-2">{application.targetName}</p>
      <CardLine>
        <span className="text-sm text-ink-2">
          {application.boxes}箱
          {elapsedLabel(application) !== '—' && `・${elapsedLabel(application)}`}
          {application.isOverdue && (
            <span className="font-bold text-error">・お約束を過ぎています</span>
          )}
        </span>
        <NextStep application={application} onStep={onStep} />
      </CardLine>
    </>
  ),
  empty({ keyword, filters: { filter } }) {
    if (keyword !== '') {
      return {
        title: '当てはまる申し込みがありません',
        advice: '番号・お名前・連絡先・団体名の一部だけで探すと、見つかることがあります。',
      };
    }
    if (!filter) {
      return {
        title: 'いますることはありません',
        advice: 'すべての申し込みは「すべて」で見られます。',
      };
    }
    return filter !== 'all'
      ? { title: 'この状態の申し込みはありません', advice: 'いま、することはありません。' }
      : { title: 'まだ申し込みがありません', advice: '申し込みが届くと、ここに並びます。' };
  },
});

const compact = 'desktop:min-h-9 desktop:px-4 whitespace-nowrap';

/** The next step of an application: a button in the list, or a link to where it is done. */
function NextStep({
  application,
  onStep,
}: {
  application: AdminApplication;
  onStep: (planned: PlannedStep) => void;
}) {
  const { appraisalId, state } = application;
  const { role } = useSession();
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
  if (state === 'goods-received' && may(role, 'appraisals.write')) {
    return (
      <ButtonLink
        to={`/admin/appraisals/${appraisalId}`}
        variant="quiet"
        size="small"
        className={compact}
      >
        査定へ
      </ButtonLink>
    );
  }
  if (state === 'appraised' && may(role, 'identity.check')) {
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
