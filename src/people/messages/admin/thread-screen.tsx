import { type ReactNode, useState } from 'react';
import { apiResponse } from '#kit/client/api.ts';
import { useQuery } from '#kit/client/use-query.ts';
import { BackLink } from '#kit/lists/back-link.tsx';
import { Panel } from '#kit/lists/panel.tsx';
import { refreshMenuCounts } from '#kit/lists/use-menu-counts.ts';
import { ButtonLink } from '#kit/ui/button.tsx';
import { EmptyState } from '#kit/ui/empty-state.tsx';
import { Link } from '#kit/ui/links/link.tsx';
import { LoadFailure } from '#kit/ui/load-failure.tsx';
import { Notice } from '#kit/ui/notice.tsx';
import { Skeleton } from '#kit/ui/skeleton.tsx';
import type { AdminThread, ThreadEntry } from '#people/messages/thread.ts';
import { type ShownEntry, ThreadEntries } from '#people/messages/thread-entries.tsx';
import { NoteForm } from './note-form.tsx';
import { ReplyForm } from './reply-form.tsx';
import type { ThreadPart } from './thread-part.ts';
import { ThreadRecords } from './thread-records.tsx';
import { ThreadStatus } from './thread-status.tsx';

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
