import { useEffect, useState } from 'react';
import { addressOf } from '#kit/client/send.ts';
import { type ListDisplay, ListScreen } from '#kit/lists/list-screen.tsx';
import { PageHead } from '#kit/lists/page-head.tsx';
import { Panel } from '#kit/lists/panel.tsx';
import { RowLink } from '#kit/lists/row-link.tsx';
import { CardLine } from '#kit/lists/rows.tsx';
import { declaredList, useList } from '#kit/lists/use-list.ts';
import { Chip } from '#kit/ui/chip.tsx';
import { Link } from '#kit/ui/links/link.tsx';
import { Notice } from '#kit/ui/notice.tsx';
import { formatDateTime } from '#kit/values/timestamp.ts';
import { useSession } from '#people/session/session.ts';
import {
  appraisalsPageSize,
  type DraftState,
  draftStateKeys,
  draftStates,
  type ListedAppraisal,
} from '#warehouse/appraisals/appraisal-draft.ts';
import { unsentAppraisals } from './item-queue.ts';
import { OpenBox, useScannedBox } from './open-box.tsx';
import { unsentPictures } from './picture-store.ts';

export const meta = () => [{ title: '査定｜たすき運営' }, { name: 'robots', content: 'noindex' }];

export const handle = { layout: 'admin' };

const source = declaredList({
  path: '/admin/appraisals',
  parameters: { state: draftStateKeys },
  api: addressOf('GET /api/office/appraisals'),
  rowKey: ({ appraisalId }) => appraisalId,
});

const pathOf = ({ appraisalId }: ListedAppraisal) => `/admin/appraisals/${appraisalId}`;
const tones = { waiting: 'plain', open: 'sky', review: 'honey', reviewed: 'leaf' } as const;
const StateChip = ({ state }: { state: DraftState }) => (
  <Chip tone={tones[state]}>{draftStates[state]}</Chip>
);
const progress = ({ boxes, finishedBoxes, items }: ListedAppraisal) =>
  items === 0 ? '—' : `${finishedBoxes}/${boxes}箱・${items}行`;

const look: ListDisplay<ListedAppraisal> = {
  title: '査定',
  pageSize: appraisalsPageSize,
  csv: addressOf('GET /api/office/appraisals.csv'),
  chips: { parameter: 'state', choices: [['', 'すべて'], ...Object.entries(draftStates)] },
  columns: (links) => [
    {
      label: '申込番号',
      isRowHeader: true,
      cell: (row) => <RowLink {...links.page(pathOf(row))}>{row.appraisalId}</RowLink>,
    },
    {
      label: '到着',
      cell: ({ receivedAt }) => (
        <span className="whitespace-nowrap tabular-nums">{formatDateTime(receivedAt)}</span>
      ),
    },
    { label: '種類', cell: ({ kind }) => (kind === 'fund' ? '基金' : '団体') },
    { label: '箱', cell: ({ boxes }) => `${boxes}箱` },
    { label: '入力', cell: progress },
    { label: '最後に入力した人', cell: ({ changedBy }) => changedBy || '—' },
    { label: '状態', cell: ({ state }) => <StateChip state={state} /> },
  ],
  card: (row, links) => (
    <>
      <CardLine>
        <RowLink {...links.page(pathOf(row))}>{row.appraisalId}</RowLink>
        <StateChip state={row.state} />
      </CardLine>
      <p className="text-sm text-ink-2 tabular-nums">
        {formatDateTime(row.receivedAt)}到着　{row.boxes}箱{row.items > 0 && `　${row.items}行`}
      </p>
      {row.changedBy !== '' && <p className="text-sm">入力：{row.changedBy}</p>}
    </>
  ),
  empty: ({ filters }) =>
    Object.keys(filters).length > 0
      ? undefined
      : {
          title: '査定を待つ箱はありません',
          advice: '届いた箱を受け付けると、ここに届いた順に並びます。',
        },
};

/** Boxes that arrived and have no result yet; a box is opened by its code. */
export default function AppraisalsPage() {
  const list = useList(source);
  useScannedBox();
  return (
    <>
      <PageHead title="査定" />
      <UnsentItems />
      <div className="mb-4">
        <Panel label="箱を開く">
          <OpenBox />
        </Panel>
      </div>
      <Panel label="査定を待つお申し込みの一覧">
        <ListScreen list={list} look={look} />
      </Panel>
    </>
  );
}

/** Long enough that changes in flight are not reported. */
const lookMs = 3_000;

/**
 * Lists boxes with items or photos that are stored on this device only, because the network failed before they were
 * left.
 */
function UnsentItems() {
  const { uid } = useSession();
  const [ids, setIds] = useState<string[]>([]);
  useEffect(() => {
    const look = async () => {
      const pictures = await unsentPictures(uid);
      setIds([...new Set([...unsentAppraisals(localStorage, uid), ...pictures])].sort());
    };
    const timer = setInterval(() => void look(), lookMs);
    return () => clearInterval(timer);
  }, [uid]);
  if (ids.length === 0) return null;
  return (
    <div className="mb-4">
      <Notice title="この端末に、まだ送っていない入力があります">
        <p>開くと送られます。</p>
        <ul className="flex flex-wrap gap-x-4">
          {ids.map((appraisalId) => (
            <li key={appraisalId}>
              <Link
                to={`/admin/appraisals/${appraisalId}`}
                className="inline-flex min-h-11 items-center font-bold underline tabular-nums"
              >
                {appraisalId}
              </Link>
            </li>
          ))}
        </ul>
      </Notice>
    </div>
  );
}
