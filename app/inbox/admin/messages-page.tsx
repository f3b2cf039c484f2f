import { Link } from 'react-router';
import { formatDateTime } from '#app/admin/date-time.ts';
import { EntryLink } from '#app/admin/entry-link.tsx';
import { beginningOf } from '#app/admin/excerpt.ts';
import { Fact, Facts } from '#app/admin/facts.tsx';
import { InboxList } from '#app/admin/inbox-list.tsx';
import { CardLine } from '#app/admin/rows.tsx';
import { ScrollBox } from '#app/admin/scroll-box.tsx';
import { useQuery } from '#app/admin/use-query.ts';
import { SubmitError } from '#app/forms/submit-error.tsx';
import { useSubmission } from '#app/forms/use-submission.ts';
import { api } from '#app/session/api.ts';
import { Button } from '#app/ui/button.tsx';
import { Chip } from '#app/ui/chip.tsx';
import type { Column } from '#app/ui/table.tsx';
import { showToast } from '#app/ui/toast.tsx';
import {
  type AdminContactMessage,
  contactKindLabels,
  contactMessagesPageSize,
} from '#domain/inbox/contact-message.ts';
import type { InboxCounts } from '#domain/inbox/inbox.ts';

export const meta = () => [
  { title: 'お問い合わせ｜たすき運営' },
  { name: 'robots', content: 'noindex' },
];

export const handle = { layout: 'admin' };

const states = { open: '未対応', answered: '対応済み' } as const;

/** What visitors ask, those to answer first. */
export default function MessagesPage() {
  const counts = useQuery<InboxCounts>('/api/office/inbox');
  return (
    <InboxList<AdminContactMessage, keyof typeof states>
      title="お問い合わせ"
      room="/admin/messages"
      list="/api/office/messages"
      states={states}
      waiting={{ open: counts.value?.openMessages }}
      pageSize={contactMessagesPageSize}
      columns={columns}
      card={(message, pathOf) => (
        <>
          <EntryLink to={pathOf(message.id)}>{beginningOf(message.message)}</EntryLink>
          <p className="text-sm">
            {message.name}　<span className="text-ink-2">{contactKindLabels[message.kind]}</span>
          </p>
          <CardLine>
            <span className="text-sm text-ink-2 tabular-nums">
              {formatDateTime(message.createdAt)}
            </span>
            <StateChip message={message} />
          </CardLine>
        </>
      )}
      dialogTitle="お問い合わせの内容"
      details={(message, onChanged) => <Details message={message} onChanged={onChanged} />}
      onChanged={counts.reload}
    />
  );
}

const columns = (pathOf: (id: string) => string): Column<AdminContactMessage>[] => [
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
      <EntryLink to={pathOf(message.id)}>{beginningOf(message.message)}</EntryLink>
    ),
  },
  { label: '状態', cell: (message) => <StateChip message={message} /> },
];

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
          <a
            href={`mailto:${encodeURIComponent(email)}?subject=${encodeURIComponent(subject)}`}
            className="break-all text-coral-dark underline"
          >
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
