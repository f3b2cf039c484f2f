import { useState } from 'react';
import { addressOf } from '#kit/client/send.ts';
import { excerptOf } from '#kit/lists/excerpt.ts';
import { type ListDisplay, ListScreen } from '#kit/lists/list-screen.tsx';
import { PageHead } from '#kit/lists/page-head.tsx';
import { Panel } from '#kit/lists/panel.tsx';
import { RowLink } from '#kit/lists/row-link.tsx';
import { CardLine } from '#kit/lists/rows.tsx';
import { declaredList, useList } from '#kit/lists/use-list.ts';
import { Button } from '#kit/ui/button.tsx';
import { Chip } from '#kit/ui/chip.tsx';
import { Dialog } from '#kit/ui/dialog.tsx';
import { formatDate } from '#kit/values/timestamp.ts';
import {
  exceptionEndings,
  exceptionFilters,
  exceptionKinds,
  exceptionsPageSize,
  type ListedException,
} from '#warehouse/intake/box-exception.ts';
import { NewException } from './new-exception.tsx';

export const meta = () => [
  { title: '保留の棚｜たすき運営' },
  { name: 'robots', content: 'noindex' },
];

export const handle = { layout: 'admin' };

const pathOf = ({ id }: ListedException) => `/admin/exceptions/${encodeURIComponent(id)}`;

const source = declaredList({
  path: '/admin/exceptions',
  parameters: { filter: Object.keys(exceptionFilters) },
  api: addressOf('GET /api/office/intake/exceptions'),
  rowKey: ({ id }) => id,
});

function StateChip({ ending, dueOn, isOverdue }: ListedException) {
  if (ending !== '') return <Chip tone="leaf">{exceptionEndings[ending]}</Chip>;
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2">
      <Chip tone={isOverdue ? 'error' : 'honey'}>{isOverdue ? '期限切れ' : '対応中'}</Chip>
      <span className="text-sm whitespace-nowrap text-ink-2 tabular-nums">
        {formatDate(dueOn)}まで
      </span>
    </span>
  );
}

const donorCell = ({ donorName, appraisalId, code }: ListedException) => (
  <span className="wrap-anywhere tabular-nums">
    {[donorName, appraisalId || code].filter(Boolean).join('　') || 'わからない'}
  </span>
);

const look: ListDisplay<ListedException> = {
  title: '保留の棚',
  pageSize: exceptionsPageSize,
  csv: addressOf('GET /api/office/intake/exceptions.csv'),
  chips: { parameter: 'filter', choices: [['', 'すべて'], ...Object.entries(exceptionFilters)] },
  columns: (links) => [
    {
      label: '置き場所',
      isRowHeader: true,
      cell: (one) => <RowLink {...links.page(pathOf(one))}>{one.place}</RowLink>,
    },
    { label: '種類', cell: ({ kind }) => exceptionKinds[kind] },
    { label: '箱', cell: donorCell },
    { label: '理由', cell: ({ reason }) => excerptOf(reason) },
    { label: '担当者', cell: ({ owner }) => <span className="wrap-anywhere">{owner.name}</span> },
    { label: '状態', cell: StateChip },
  ],
  card: (one, links) => (
    <>
      <RowLink {...links.page(pathOf(one))}>{`${one.place}　${exceptionKinds[one.kind]}`}</RowLink>
      <p className="text-sm">{donorCell(one)}</p>
      <p className="text-sm text-ink-2">{excerptOf(one.reason)}</p>
      <CardLine>
        <span className="text-sm">担当：{one.owner.name}</span>
        <StateChip {...one} />
      </CardLine>
    </>
  ),
  empty: () => ({
    title: '保留の箱はありません',
    advice: '受け付けられない箱は、写真と置き場所を残して、ここに置いてください。',
  }),
};

/** Boxes that cannot proceed, earliest due date first. */
export default function ExceptionsPage() {
  const list = useList(source);
  const [isNew, setNew] = useState(false);
  return (
    <>
      <PageHead title="保留の棚">
        <Button size="small" onClick={() => setNew(true)}>
          箱を置く
        </Button>
      </PageHead>
      <Panel label="保留の棚の一覧">
        <ListScreen list={list} look={look} />
      </Panel>
      <Dialog isOpen={isNew} title="保留の棚に置く" shape="wide" onClose={() => setNew(false)}>
        <NewException
          onDone={() => {
            setNew(false);
            list.reload();
          }}
        />
      </Dialog>
    </>
  );
}
