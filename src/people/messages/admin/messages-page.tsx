import { Navigate } from 'react-router';
import { excerptOf } from '#kit/lists/excerpt.ts';
import { type ListDisplay, ListScreen } from '#kit/lists/list-screen.tsx';
import { PageHead } from '#kit/lists/page-head.tsx';
import { Panel } from '#kit/lists/panel.tsx';
import { RowLink } from '#kit/lists/row-link.tsx';
import { CardLine } from '#kit/lists/rows.tsx';
import { type ListConfig, useList } from '#kit/lists/use-list.ts';
import { Chip } from '#kit/ui/chip.tsx';
import { formatDateTime } from '#kit/values/timestamp.ts';
import { contactKindLabels, contactMessagesPageSize } from '#people/messages/contact-message.ts';
import type { ListedMessage } from '#people/messages/thread.ts';
import { DueChip } from './due-chip.tsx';

export const meta = () => [
  { title: 'お問い合わせ｜たすき運営' },
  { name: 'robots', content: 'noindex' },
];

export const handle = { layout: 'admin' };

const states = { open: '未対応', answered: '対応済み' } as const;

const pathOf = ({ id }: { id: string }) => `/admin/messages/${encodeURIComponent(id)}`;

const source: ListConfig<ListedMessage> = {
  path: '/admin/messages',
  parameters: { state: Object.keys(states) },
  api: '/api/office/messages',
  countsApi: '/api/office/messages/counts',
  rowKey: ({ id }) => id,
};

const look: ListDisplay<ListedMessage> = {
  title: 'お問い合わせ',
  pageSize: contactMessagesPageSize,
  views: 'messages',
  csv: '/api/office/messages.csv',
  chips: { parameter: 'state', choices: [['', 'すべて'], ...Object.entries(states)] },
  columns: (links) => [
    {
      label: '日時',
      cell: ({ createdAt }) => (
        <span className="whitespace-nowrap tabular-nums">{formatDateTime(createdAt)}</span>
      ),
    },
    { label: '種類', cell: ({ kind }) => contactKindLabels[kind] },
    { label: 'お名前', cell: ({ name }) => <span className="wrap-anywhere">{name}</span> },
    {
      label: '内容',
      isRowHeader: true,
      cell: (message) => (
        <RowLink {...links.page(pathOf(message))}>{excerptOf(message.message)}</RowLink>
      ),
    },
    {
      label: '担当者',
      cell: ({ assignee }) => <span className="wrap-anywhere">{assignee?.name ?? '未定'}</span>,
    },
    { label: '状態', cell: (message) => <StateChip message={message} /> },
  ],
  card: (message, links) => (
    <>
      <RowLink {...links.page(pathOf(message))}>{excerptOf(message.message)}</RowLink>
      <p className="text-sm">
        <bdi>{message.name}</bdi>
        <span className="ml-3 text-ink-2">{contactKindLabels[message.kind]}</span>
      </p>
      <CardLine>
        <span className="text-sm text-ink-2 tabular-nums">{formatDateTime(message.createdAt)}</span>
        <StateChip message={message} />
      </CardLine>
      {message.assignee && <p className="text-sm">担当：{message.assignee.name}</p>}
    </>
  ),
};

/** Visitors' questions, earliest due date first. */
export default function MessagesPage() {
  const list = useList(source);
  // Links in old mails have this form.
  if (list.place.open) return <Navigate to={pathOf({ id: list.place.open })} replace />;
  return (
    <>
      <PageHead title="お問い合わせ" />
      <Panel label="お問い合わせの一覧">
        <ListScreen list={list} look={look} />
      </Panel>
    </>
  );
}

function StateChip({ message }: { message: ListedMessage }) {
  return message.answeredAt ? <Chip tone="leaf">{states.answered}</Chip> : <DueChip {...message} />;
}
