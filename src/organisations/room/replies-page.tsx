import { useState } from 'react';
import type { Pledge } from '#giving/pledges/pledge.ts';
import { maxReplyLetters, PledgeReply } from '#giving/pledges/pledge-reply.ts';
import { api } from '#kit/client/api.ts';
import { PagedList } from '#kit/client/lists/paged-list.tsx';
import { ErrorSummary } from '#kit/forms/error-summary.tsx';
import { TextArea } from '#kit/forms/fields/text-area.tsx';
import { Form } from '#kit/forms/form.tsx';
import { SubmitError } from '#kit/forms/submit-error.tsx';
import { useForm } from '#kit/forms/use-form.ts';
import { useSubmission } from '#kit/forms/use-submission.ts';
import { Button } from '#kit/ui/button.tsx';
import { Card } from '#kit/ui/card.tsx';
import { Link } from '#kit/ui/links/link.tsx';
import { showToast } from '#kit/ui/toast.tsx';
import { formatDate } from '#kit/values/timestamp.ts';
import { roomApi, useRoom } from './use-room.ts';

/** Public pledges of the organisation's donors, and its replies. */
export default function RoomPledges() {
  const { associate, mayChange, reloadFacts } = useRoom();
  return (
    <Card as="section" aria-labelledby="pledges">
      <h2 id="pledges" className="text-xl narrow:text-2xl">
        #mypledgeとお返事
      </h2>
      <p className="mt-2 mb-4 text-ink-2">
        お返事は、#mypledgeの下に団体の名称とともに公開されます。書いた方にはメールでもお知らせします。
      </p>
      <PagedList<Pledge>
        path={roomApi(associate.id, '/pledges')}
        label="#mypledge"
        empty={{
          title: '#mypledgeはまだありません',
          text: '団体へのご寄付について公開されると、ここに新しい順に並びます。',
        }}
        keyOf={({ id }) => id}
      >
        {(pledge) => (
          <article aria-label={`${formatDate(pledge.pledgedAt)}の#mypledge`}>
            <p className="text-sm text-ink-2 tabular-nums">
              {formatDate(pledge.pledgedAt)}　{pledge.author.name || '匿名の寄付者'}
            </p>
            <p className="mt-1 line-clamp-6 whitespace-pre-line wrap-anywhere">{pledge.text}</p>
            <p>
              <Link
                to={`/my-pledge/${pledge.id}`}
                className="inline-flex min-h-11 items-center text-coral-dark underline"
              >
                公開のページで読む
              </Link>
            </p>
            <PledgeReplyForm
              path={roomApi(associate.id, `/pledges/${pledge.id}/reply`)}
              reply={pledge.reply}
              mayChange={mayChange}
              onChanged={reloadFacts}
            />
          </article>
        )}
      </PagedList>
    </Card>
  );
}

type ReplyProps = {
  path: string;
  reply: string;
  mayChange: boolean;
  onChanged: () => void;
};

/** The organisation's one reply to a pledge: to write, change or withdraw. */
export function PledgeReplyForm({ path, reply: replyAtFirst, mayChange, onChanged }: ReplyProps) {
  const [reply, setReply] = useState(replyAtFirst);
  const [isOpen, setOpen] = useState(false);
  const changed = (next: string) => {
    setReply(next);
    setOpen(false);
    onChanged();
  };
  return (
    <div className="mt-3">
      {reply !== '' && !isOpen && (
        <div className="rounded-tile bg-sand px-4 py-3">
          <p className="text-sm text-ink-2">団体からのお返事</p>
          <p className="whitespace-pre-line wrap-anywhere">{reply}</p>
        </div>
      )}
      {isOpen && (
        <ReplyForm path={path} reply={reply} onCancel={() => setOpen(false)} onChanged={changed} />
      )}
      {mayChange && !isOpen && (
        <div className="mt-2 flex flex-wrap gap-3">
          <Button variant="outline" size="small" onClick={() => setOpen(true)}>
            {reply === '' ? 'お返事を書く' : 'お返事を直す'}
          </Button>
          {reply !== '' && <TakeBack path={path} reply={reply} onChanged={changed} />}
        </div>
      )}
    </div>
  );
}

type ReplyTarget = { path: string; reply: string; onChanged: (reply: string) => void };

function ReplyForm({ path, reply, onCancel, onChanged }: ReplyTarget & { onCancel: () => void }) {
  const form = useForm({ schema: PledgeReply, initial: { reply, known: reply } });
  const submission = useSubmission((body: PledgeReply) => api<{ reply: string }>(path, { body }), {
    form,
    onDone(done) {
      showToast('お返事を公開しました。');
      onChanged(done.reply);
    },
  });
  return (
    <Form form={form} className="grid gap-4" onSubmit={form.submit(submission.send)}>
      <ErrorSummary form={form} />
      <TextArea
        form={form}
        path="reply"
        label="お返事"
        required
        rows={4}
        maxLength={maxReplyLetters}
        help="どなたでもお読みいただけます。"
      />
      <SubmitError message={submission.message} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" size="small" isBusy={submission.isPending}>
          お返事を公開する
        </Button>
        <Button variant="outline" size="small" onClick={onCancel}>
          やめる
        </Button>
      </div>
    </Form>
  );
}

function TakeBack({ path, reply, onChanged }: ReplyTarget) {
  const submission = useSubmission(
    () => api<{ reply: string }>(path, { body: { reply: '', known: reply } }),
    {
      onDone(done) {
        showToast('お返事を取り下げました。');
        onChanged(done.reply);
      },
    },
  );
  return (
    <>
      <Button
        variant="quiet"
        size="small"
        isBusy={submission.isPending}
        onClick={() => submission.send(undefined)}
      >
        お返事を取り下げる
      </Button>
      <SubmitError message={submission.message} />
    </>
  );
}
