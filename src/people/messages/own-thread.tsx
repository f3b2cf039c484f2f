import { useState } from 'react';
import { useLocation } from 'react-router';
import { api, apiResponse } from '#kit/client/api.ts';
import { useQuery } from '#kit/client/use-query.ts';
import { DraftNotice } from '#kit/forms/draft-notice.tsx';
import { ErrorSummary } from '#kit/forms/error-summary.tsx';
import { TextArea } from '#kit/forms/fields/text-area.tsx';
import { Form } from '#kit/forms/form.tsx';
import { SubmitError } from '#kit/forms/submit-error.tsx';
import { useDraft } from '#kit/forms/use-draft.ts';
import { useForm } from '#kit/forms/use-form.ts';
import { useSubmission } from '#kit/forms/use-submission.ts';
import { Button, ButtonLink } from '#kit/ui/button.tsx';
import { Card } from '#kit/ui/card.tsx';
import { EmptyState } from '#kit/ui/empty-state.tsx';
import { LoadFailure } from '#kit/ui/load-failure.tsx';
import { showMessage } from '#kit/ui/message.ts';
import { Notice } from '#kit/ui/notice.tsx';
import { Skeleton } from '#kit/ui/skeleton.tsx';
import { useHydrated } from '#kit/ui/use-hydrated.ts';
import { useSession } from '#people/session/session.ts';
import { AttachmentsInput, mayAttach } from './attachments-input.tsx';
import { replyBody, type WrittenReply, writtenReply } from './reply-body.ts';
import { longestReply, type OwnThread, ThreadReply } from './thread.ts';
import { ThreadEntries } from './thread-entries.tsx';

/** The token of the link; kept in the hash, which is never sent to a server, so that a reload works. */
const tokenIn = (hash: string) => new URLSearchParams(hash.replace(/^#/, '')).get('token') ?? '';

/** A thread for its sender, to read and to answer. */
export function OwnThreadPart() {
  const { hash } = useLocation();
  const { prepared } = useSession();
  const isHydrated = useHydrated();
  const token = tokenIn(hash);
  const thread = useQuery(prepared && token !== '' ? `thread ${token}` : undefined, () =>
    api<OwnThread>('/api/thread', { body: { token }, isAnonymous: true }),
  );
  if (isHydrated && token === '') return <LinkMissing />;
  if (thread.problem?.type === 'NotFound' || thread.problem?.type === 'ValidationError') {
    return <LinkMissing message={thread.problem.message} />;
  }
  if (thread.problem)
    return <LoadFailure message={thread.problem.message} onRetry={thread.reload} />;
  if (!thread.value) {
    return (
      <Card>
        <Skeleton lines={8} label="やり取りを読み込んでいます" />
      </Card>
    );
  }
  return <Conversation token={token} thread={thread.value} onChanged={thread.change} />;
}

function LinkMissing({ message }: { message?: string }) {
  return (
    <EmptyState
      title="メールのリンクからお開きください"
      picture="envelope"
      action={<ButtonLink to="/contact">お問い合わせ</ButtonLink>}
    >
      {message ?? 'お返事のメールにある「やり取りを見る・お返事を書く」からご覧いただけます。'}
    </EmptyState>
  );
}

function Conversation({
  token,
  thread,
  onChanged,
}: {
  token: string;
  thread: OwnThread;
  onChanged: (thread: OwnThread) => void;
}) {
  const load = async ({ id }: { id: string }) => {
    const body = { token, id };
    return (await apiResponse('/api/thread/attachment', { body, isAnonymous: true })).blob();
  };
  const mine = 'お客さま';
  return (
    <div className="grid gap-6">
      <Card>
        <p className="mb-4 text-sm text-ink-2 tabular-nums">受付番号：{thread.id}</p>
        <ThreadEntries
          load={load}
          entries={[
            {
              key: 'first',
              look: 'in',
              who: mine,
              createdAt: thread.createdAt,
              body: thread.message,
              attachments: [],
            },
            ...thread.entries.map((entry, index) => ({
              key: String(index),
              look: entry.isTheirs ? ('in' as const) : ('out' as const),
              who: entry.isTheirs ? mine : 'たすき',
              createdAt: entry.createdAt,
              body: entry.body,
              attachments: entry.attachments,
            })),
          ]}
        />
      </Card>
      <AnswerForm id={thread.id} token={token} onChanged={onChanged} />
    </div>
  );
}

const empty = { body: '' };

function AnswerForm({
  id,
  token,
  onChanged,
}: {
  id: string;
  token: string;
  onChanged: (thread: OwnThread) => void;
}) {
  const form = useForm({ schema: ThreadReply, initial: empty, onInvalid: showMessage });
  const draft = useDraft(form, { name: `answer-${id}`, version: 1, exclude: [] });
  const [files, setFiles] = useState<File[]>([]);
  const [isSent, setSent] = useState(false);
  const submission = useSubmission(
    (written: WrittenReply, idempotencyKey) =>
      api<OwnThread>('/api/thread/reply', {
        body: replyBody(written),
        idempotencyKey,
        isAnonymous: true,
      }),
    {
      form,
      onDone(changed) {
        draft.discard();
        form.reset();
        setFiles([]);
        setSent(true);
        onChanged(changed);
      },
    },
  );
  return (
    <Card>
      <h2 className="mb-4 font-sans text-xl">お返事を書く</h2>
      <div role="status" className="mb-4 empty:hidden">
        {isSent && (
          <Notice kind="success" title="お返事をお送りしました">
            3日以内を目安に、メールでお返事します。
          </Notice>
        )}
      </div>
      <Form
        form={form}
        onSubmit={form.submit((fields: ThreadReply) =>
          submission.send(writtenReply({ token, ...fields }, files)),
        )}
        className="space-y-6"
      >
        <ErrorSummary form={form} />
        <DraftNotice draft={draft} />
        <TextArea
          form={form}
          path="body"
          label="本文"
          required
          rows={8}
          maxLength={longestReply}
          help="パスワードやカードの番号は書かないでください"
        />
        <AttachmentsInput files={files} onChange={setFiles} />
        <SubmitError message={submission.message} />
        <Button
          type="submit"
          className="w-full"
          isBusy={submission.isPending}
          disabled={!mayAttach(files)}
        >
          {submission.isPending ? '送信しています' : 'この内容で送る'}
        </Button>
      </Form>
    </Card>
  );
}
