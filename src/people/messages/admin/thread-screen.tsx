import { type ReactNode, useState } from 'react';
import { applicationStateFacts } from '#giving/applications/application-state.ts';
import { apiResponse } from '#kit/client/api.ts';
import { useQuery } from '#kit/client/use-query.ts';
import { SelectInput } from '#kit/forms/fields/select-input.tsx';
import { TextArea } from '#kit/forms/fields/text-area.tsx';
import { Form } from '#kit/forms/form.tsx';
import { SubmitError } from '#kit/forms/submit-error.tsx';
import { useForm } from '#kit/forms/use-form.ts';
import { BackLink } from '#kit/lists/back-link.tsx';
import { Panel } from '#kit/lists/panel.tsx';
import { refreshMenuCounts } from '#kit/lists/use-menu-counts.ts';
import { Button, ButtonLink } from '#kit/ui/button.tsx';
import { Chip } from '#kit/ui/chip.tsx';
import { EmptyState } from '#kit/ui/empty-state.tsx';
import { Fact, Facts } from '#kit/ui/facts.tsx';
import { Link } from '#kit/ui/links/link.tsx';
import { LoadFailure } from '#kit/ui/load-failure.tsx';
import { showMessage } from '#kit/ui/message.ts';
import { Notice } from '#kit/ui/notice.tsx';
import { Skeleton } from '#kit/ui/skeleton.tsx';
import { formatDate, formatDateTime } from '#kit/values/timestamp.ts';
import { donorPath } from '#people/donors/donor.ts';
import {
  type AdminThread,
  subjectTypeOf,
  type ThreadEntry,
  ThreadReply,
} from '#people/messages/thread.ts';
import { type ShownEntry, ThreadEntries } from '#people/messages/thread-entries.tsx';
import { useSession } from '#people/session/session.ts';
import { DueChip } from './due-chip.tsx';
import { ReplyForm } from './reply-form.tsx';
import type { ThreadPart } from './thread-part.ts';
import { useThreadStep } from './use-thread-step.ts';

/** The page of a contact message or a listing application: the thread, and everything needed to answer it. */
export function ThreadScreen({
  id,
  list,
  children,
}: {
  id: string;
  list: { path: string; label: string };
  /** The facts of the subject, and its own actions. */
  children: (part: ThreadPart) => ReactNode;
}) {
  const query = useQuery<AdminThread>(`/api/office/threads/${encodeURIComponent(id)}`);
  const [isStale, setStale] = useState(false);
  const { value: thread, problem, reload } = query;
  if (problem?.type === 'NotFound') return <Absent list={list} message={problem.message} />;
  if (problem) return <LoadFailure message={problem.message} onRetry={reload} />;
  if (!thread) {
    return (
      <Panel label="やり取り">
        <h1 className="mb-4 font-sans text-2xl tabular-nums narrow:text-2xl">{id}</h1>
        <Skeleton lines={10} label="やり取りを読み込んでいます" />
      </Panel>
    );
  }
  const part: ThreadPart = {
    thread,
    onChanged(changed) {
      setStale(false);
      query.change(changed);
      refreshMenuCounts();
    },
    onStale() {
      setStale(true);
      reload();
    },
    reload,
  };
  return (
    <>
      <BackLink list={list} />
      <h1 className="mb-5 font-sans text-2xl tabular-nums narrow:text-2xl">{id}</h1>
      <div className="grid gap-4 desktop:grid-cols-[1fr_22rem]">
        <div className="grid min-w-0 content-start gap-4">
          <Panel title="やり取り">
            <ThreadEntries entries={shownEntries(thread)} load={loadFile} />
          </Panel>
          <div role="status">
            {isStale && (
              <Notice title="先に、ほかの書き込みがありました">
                まだ何も送っていません。上のやり取りをご確認のうえ、もう一度お試しください。
              </Notice>
            )}
          </div>
          <Panel title="返信する">
            <ReplyForm key={thread.id} {...part} />
          </Panel>
          <Panel title="運営のメモ">
            <NoteForm {...part} />
          </Panel>
        </div>
        <div className="grid min-w-0 content-start gap-4">
          <Panel title="対応">
            <ThreadStatus {...part} />
          </Panel>
          {children(part)}
          <ThreadRecords thread={thread} />
        </div>
      </div>
    </>
  );
}

function Absent({ list, message }: { list: { path: string; label: string }; message: string }) {
  return (
    <EmptyState
      title="見つかりませんでした"
      action={
        <ButtonLink to={list.path} variant="outline" size="small">
          {list.label}へ
        </ButtonLink>
      }
    >
      {message}
    </EmptyState>
  );
}

const loadFile = async ({ id }: { id: string }) =>
  (await apiResponse(`/api/office/attachments/${encodeURIComponent(id)}`)).blob();

/** The first message, and all later entries. */
function shownEntries({ message, listing, entries }: AdminThread): ShownEntry[] {
  const subject = message ?? listing;
  const sender = message?.name ?? listing?.personName ?? '';
  const senderLabel = ({ direction, author }: ThreadEntry) =>
    direction === 'in'
      ? `${sender} 様`
      : `${author?.name ?? '運営'}${direction === 'note' ? '（メモ・運営の人だけが読めます）' : '（返信）'}`;
  return [
    ...(subject
      ? [
          {
            key: 'first',
            look: 'in',
            who: `${sender} 様`,
            createdAt: subject.createdAt,
            body: subject.message,
            attachments: [],
          } as const,
        ]
      : []),
    ...entries.map((entry) => ({
      key: entry.id,
      look: entry.direction,
      who: senderLabel(entry),
      createdAt: entry.createdAt,
      body: entry.body,
      attachments: entry.attachments,
      more: entry.mailId && (
        <p className="mt-1 text-sm">
          <Link
            to={`/admin/mails?open=${entry.mailId}`}
            className="inline-flex min-h-11 items-center text-coral-dark underline underline-offset-4"
          >
            送ったメールを見る
          </Link>
        </p>
      ),
    })),
  ];
}

const empty = { body: '' };

/** A note for colleagues, never shown to the sender. */
export function NoteForm(part: ThreadPart) {
  const form = useForm({ schema: ThreadReply, initial: empty, onInvalid: showMessage });
  const step = useThreadStep<ThreadReply>(part, 'note', form.reset);
  return (
    <Form form={form} onSubmit={form.submit(step.send)} className="grid gap-3">
      <TextArea form={form} path="body" label="メモ" help="送った方には見えません" rows={3} />
      <SubmitError message={step.message} />
      <Button type="submit" variant="outline" size="small" isBusy={step.isPending}>
        メモを残す
      </Button>
    </Form>
  );
}

/** The assignee and due date, with buttons to take the thread on and to close it without a mail. */
function ThreadStatus(part: ThreadPart) {
  const { thread } = part;
  const { uid } = useSession();
  const assignment = useThreadStep<{ uid: string | null }>(part, 'assign');
  const mark = useThreadStep<{ isAnswered: boolean }>(part, 'answered');
  const isWaiting = thread.dueAt !== null;
  const answeredAt = thread.message?.answeredAt;
  return (
    <div className="grid gap-4">
      <Facts>
        <Fact label="返信">
          {isWaiting ? <DueChip {...thread} /> : <Chip tone="leaf">対応済み</Chip>}
        </Fact>
        <Fact label="対応した日時">
          {answeredAt && <span className="tabular-nums">{formatDateTime(answeredAt)}</span>}
        </Fact>
      </Facts>
      <label htmlFor="assignee" className="block">
        <span className="font-bold">担当者</span>
        <SelectInput
          id="assignee"
          name="assignee"
          choices={thread.colleagues.map((one) => ({ value: one.uid, label: one.name }))}
          emptyLabel="未定"
          value={thread.assignee?.uid ?? ''}
          onChange={(event) => assignment.send({ uid: event.currentTarget.value || null })}
        />
      </label>
      <SubmitError message={assignment.message ?? mark.message} />
      <div className="flex flex-wrap gap-3">
        {thread.assignee?.uid !== uid && (
          <Button
            variant="outline"
            size="small"
            isBusy={assignment.isPending}
            onClick={() => assignment.send({ uid })}
          >
            自分に割り当てる
          </Button>
        )}
        <Button
          variant="outline"
          size="small"
          isBusy={mark.isPending}
          onClick={() => mark.send({ isAnswered: isWaiting })}
        >
          {isWaiting ? '返信せずに対応済みにする' : '未対応に戻す'}
        </Button>
      </div>
    </div>
  );
}

const link =
  'inline-flex min-h-11 items-center font-bold text-coral-dark tabular-nums underline underline-offset-4';

/** The sender's records: applications, donor, and other threads. */
function ThreadRecords({ thread: { applications, others, donor } }: { thread: AdminThread }) {
  return (
    <>
      <Panel title="お申し込み">
        {applications.length === 0 ? (
          <p className="text-sm text-ink-2">
            この申込番号・メールアドレスのお申し込みはありません。
          </p>
        ) : (
          <ul className="divide-y divide-line">
            {applications.map(({ appraisalId, state, targetName, isNamed }) => (
              <li key={appraisalId} className="py-2">
                <p className="flex flex-wrap items-center justify-between gap-x-3">
                  <Link to={`/admin/applications/${appraisalId}`} className={link}>
                    {appraisalId}
                  </Link>
                  <Chip>{applicationStateFacts[state].admin}</Chip>
                </p>
                <p className="text-sm wrap-anywhere">{targetName}</p>
                <p className="text-sm text-ink-2">
                  {isNamed ? 'お問い合わせに書かれた番号' : '同じメールアドレスのお申し込み'}
                </p>
              </li>
            ))}
          </ul>
        )}
      </Panel>
      {donor && (
        <Panel title="寄付者の記録">
          <Link to={donorPath(donor)} className={link}>
            同じメールアドレスの{donor.isGuest ? '登録のない方' : '会員'}の記録を見る
          </Link>
        </Panel>
      )}
      {others.length > 0 && (
        <Panel title="同じメールアドレスから">
          <ul className="divide-y divide-line">
            {others.map(({ id, isWaiting, createdAt }) => (
              <li key={id} className="flex flex-wrap items-center justify-between gap-x-3 py-1">
                <Link
                  to={`/admin/${subjectTypeOf(id) === 'listing' ? 'listings' : 'messages'}/${id}`}
                  className={link}
                >
                  {id}
                </Link>
                <span className="text-sm text-ink-2 tabular-nums">
                  {formatDate(createdAt)}
                  {isWaiting && '・返信待ち'}
                </span>
              </li>
            ))}
          </ul>
        </Panel>
      )}
    </>
  );
}
