import { Link } from 'react-router';
import { beginningOf } from '#app/admin/excerpt.ts';
import { type ListLook, ListScreen } from '#app/admin/list-screen.tsx';
import { PageHead } from '#app/admin/page-head.tsx';
import { Panel } from '#app/admin/panel.tsx';
import { RowLink } from '#app/admin/row-link.tsx';
import { CardLine } from '#app/admin/rows.tsx';
import { ScrollBox } from '#app/admin/scroll-box.tsx';
import { type ListSource, useList } from '#app/admin/use-list.ts';
import { SubmitError } from '#app/forms/submit-error.tsx';
import { useSubmission } from '#app/forms/use-submission.ts';
import { api } from '#app/session/api.ts';
import { Button } from '#app/ui/button.tsx';
import { Chip } from '#app/ui/chip.tsx';
import { Fact, Facts } from '#app/ui/facts.tsx';
import { mailHref } from '#app/ui/links/contact-href.ts';
import { showToast } from '#app/ui/toast.tsx';
import {
  type AdminContactMessage,
  contactKindLabels,
  contactMessagesPageSize,
} from '#domain/inbox/contact-message.ts';
import { formatDateTime } from '#domain/values/timestamp.ts';

export const meta = () => [
  { title: 'お問い合わせ｜たすき運営' },
  { name: 'robots', content: 'noindex' },
];

export const handle = { layout: 'admin' };

const states = { open: '未対応', answered: '対応済み' } as const;

const source: ListSource<AdminContactMessage> = {
  path: '/admin/messages',
  parameters: { state: Object.keys(states) },
  api: '/api/office/messages',
  countsApi: '/api/office/messages/counts',
  rowKey: ({ id }) => id,
};

const look: ListLook<AdminContactMessage> = {
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
        <RowLink {...links.entry(message.id)}>{beginningOf(message.message)}</RowLink>
      ),
    },
    { label: '状態', cell: (message) => <StateChip message={message} /> },
  ],
  card: (message, links) => (
    <>
      <RowLink {...links.entry(message.id)}>{beginningOf(message.message)}</RowLink>
      <p className="text-sm">
        <bdi>{message.name}</bdi>　
        <span className="text-ink-2">{contactKindLabels[message.kind]}</span>
      </p>
      <CardLine>
        <span className="text-sm text-ink-2 tabular-nums">{formatDateTime(message.createdAt)}</span>
        <StateChip message={message} />
      </CardLine>
    </>
  ),
};

/** What visitors ask, those to answer first. */
export default function MessagesPage() {
  const list = useList(source);
  return (
    <>
      <PageHead title="お問い合わせ" />
      <Panel label="お問い合わせの一覧">
        <ListScreen
          list={list}
          look={look}
          details={{
            title: 'お問い合わせの内容',
            of: (_id, message) =>
              message && <Details message={message} onChanged={list.onChanged} />,
          }}
        />
      </Panel>
    </>
  );
}

function StateChip({ message: { answeredAt } }: { message: AdminContactMessage }) {
  return (
    <Chip tone={answeredAt ? 'leaf' : 'honey'}>{answeredAt ? states.answered : states.open}</Chip>
  );
}

function Details({ message, onChanged }: { message: AdminContactMessage; onChanged: () => void }) {
  const { id, name, email, kind, appraisalId, answeredAt, createdAt } = message;
  const subject = `お問い合わせの件（${id}）`;
  const submission = useSubmission(
    (isAnswered: boolean) =>
      api<AdminContactMessage>(`/api/office/messages/${id}`, { body: { isAnswered } }),
    {
      onDone(changed) {
        showToast(changed.answeredAt ? '対応済みにしました。' : '未対応に戻しました。');
        onChanged();
      },
    },
  );
  return (
    <div className="grid gap-4">
      <Facts>
        <Fact label="受付番号">
          <span className="tabular-nums">{id}</span>
        </Fact>
        <Fact label="受付日時">
          <span className="tabular-nums">{formatDateTime(createdAt)}</span>
        </Fact>
        <Fact label="種類">{contactKindLabels[kind]}</Fact>
        <Fact label="お名前">
          <span className="wrap-anywhere">{name}</span>
        </Fact>
        <Fact label="メールアドレス">
          <a href={mailHref(email, { subject })} className="break-all text-coral-dark underline">
            {email}
          </a>
        </Fact>
        <Fact label="申込番号">
          {appraisalId && (
            <Link
              to={`/admin/applications/${appraisalId}`}
              className="text-coral-dark tabular-nums underline"
            >
              {appraisalId}
            </Link>
          )}
        </Fact>
        <Fact label="対応した日時">
          {answeredAt && <span className="tabular-nums">{formatDateTime(answeredAt)}</span>}
        </Fact>
      </Facts>
      <ScrollBox
        label="お問い合わせの本文"
        className="max-h-[50vh] border border-line bg-white p-4"
      >
        <p className="whitespace-pre-wrap wrap-anywhere">{message.message}</p>
      </ScrollBox>
      <SubmitError message={submission.message} />
      <p className="flex justify-end">
        <Button
          variant={answeredAt ? 'outline' : 'primary'}
          isBusy={submission.isPending}
          onClick={() => submission.send(answeredAt === null)}
        >
          {answeredAt ? '未対応に戻す' : '対応済みにする'}
        </Button>
      </p>
    </div>
  );
}
