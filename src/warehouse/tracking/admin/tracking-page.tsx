import { type ListDisplay, ListScreen } from '#kit/lists/list-screen.tsx';
import { PageHead } from '#kit/lists/page-head.tsx';
import { Panel } from '#kit/lists/panel.tsx';
import { RowLink } from '#kit/lists/row-link.tsx';
import { CardLine } from '#kit/lists/rows.tsx';
import { type ListConfig, useList } from '#kit/lists/use-list.ts';
import { Chip, type ChipTone } from '#kit/ui/chip.tsx';
import { Link } from '#kit/ui/links/link.tsx';
import { formatDate } from '#kit/values/timestamp.ts';
import {
  type OutBox,
  outBoxFilterLabels,
  outBoxFilters,
  outBoxPageSize,
} from '#warehouse/tracking/out-box.ts';
import { formatTrackingNumber, parcelCarrierLabels } from '#warehouse/tracking/parcel.ts';
import { AnswerUpload } from './answer-upload.tsx';
import { BoxSteps } from './box-steps.tsx';

export const meta = () => [
  { title: '送り状番号の取り込み｜たすき運営' },
  { name: 'robots', content: 'noindex' },
];

export const handle = { layout: 'admin' };

const source: ListConfig<OutBox> = {
  path: '/admin/tracking',
  parameters: { state: [...outBoxFilters] },
  api: '/api/office/tracking/boxes',
  rowKey: ({ appraisalId, number }) => `${appraisalId}-${number}`,
};

const pathOf = ({ appraisalId }: OutBox) => `/admin/applications/${appraisalId}`;
const tones: Record<OutBox['kitState'], ChipTone> = {
  sent: 'sky',
  delivered: 'leaf',
  returned: 'error',
  inquiry: 'honey',
  lost: 'error',
  damaged: 'error',
};

const look = (onMoved: () => void): ListDisplay<OutBox> => ({
  title: '発送した箱',
  pageSize: outBoxPageSize,
  csv: '/api/office/tracking/boxes.csv',
  chips: {
    parameter: 'state',
    choices: [
      ['', 'まだ届いていない箱'],
      ...outBoxFilters.map((state) => [state, outBoxFilterLabels[state]] as [string, string]),
    ],
  },
  columns: (links) => [
    {
      label: '申込番号',
      isRowHeader: true,
      cell: (box) => <RowLink {...links.page(pathOf(box))}>{box.appraisalId}</RowLink>,
    },
    { label: '箱', cell: ({ number, boxes }) => `${number}/${boxes}` },
    { label: 'お名前', cell: ({ name }) => <span className="wrap-anywhere">{name}</span> },
    { label: '状態', cell: (box) => <StateChip box={box} /> },
    { label: '送り状番号', cell: (box) => <Slip box={box} /> },
    { label: '発送日', cell: (box) => <SentOn box={box} /> },
    { label: '手で直す', cell: (box) => <BoxSteps box={box} onMoved={onMoved} /> },
  ],
  card: (box, links) => (
    <>
      <CardLine>
        <RowLink {...links.page(pathOf(box))}>
          {box.appraisalId}（{box.number}/{box.boxes}箱）
        </RowLink>
        <StateChip box={box} />
      </CardLine>
      <p className="text-sm">
        <bdi>{box.name}</bdi>
      </p>
      <CardLine>
        <Slip box={box} />
        <SentOn box={box} />
      </CardLine>
      <BoxSteps box={box} onMoved={onMoved} />
    </>
  ),
  empty: () => ({ title: 'この状態の箱はありません' }),
});

/** The carrier's result file, and the boxes on their way. */
export default function TrackingPage() {
  const list = useList(source);
  return (
    <>
      <PageHead title="送り状番号の取り込み" />
      <div className="grid gap-4">
        <AnswerUpload onImported={list.reload} />
        <Panel title="発送した箱">
          <ListScreen list={list} look={look(list.reload)} />
        </Panel>
      </div>
    </>
  );
}

const StateChip = ({ box: { kitState, carrierWord, exceptionId } }: { box: OutBox }) => (
  <span className="inline-flex flex-wrap items-center gap-x-3">
    <Chip tone={tones[kitState]}>{outBoxFilterLabels[kitState]}</Chip>
    {carrierWord !== '' && carrierWord !== outBoxFilterLabels[kitState] && (
      <span className="text-sm wrap-anywhere text-ink-2">「{carrierWord}」</span>
    )}
    {exceptionId && (
      <Link
        to={`/admin/exceptions/${encodeURIComponent(exceptionId)}`}
        className="inline-flex min-h-11 items-center text-sm font-bold text-coral-dark underline underline-offset-4"
      >
        保留の棚で見る
      </Link>
    )}
  </span>
);

function Slip({ box: { carrier, trackingNumber } }: { box: OutBox }) {
  if (trackingNumber === '') return <span className="text-sm text-ink-2">番号なし</span>;
  return (
    <span className="text-sm tabular-nums">
      <span className="whitespace-nowrap">{formatTrackingNumber(trackingNumber)}</span>
      {carrier !== '' && <span className="block text-ink-2">{parcelCarrierLabels[carrier]}</span>}
    </span>
  );
}

const SentOn = ({ box: { kitSentAt, daysOut } }: { box: OutBox }) => (
  <span className="text-sm whitespace-nowrap tabular-nums">
    {formatDate(kitSentAt)}
    <span className="text-ink-2">（{daysOut === 0 ? '今日' : `${daysOut}日前`}）</span>
  </span>
);
